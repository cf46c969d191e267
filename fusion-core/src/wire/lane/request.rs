//! The parser of the requests that the lane reads. Unknown members, members that occur twice and values of
//! other types than these are errors, and so the SDK's to answer.

use std::{borrow::Cow, fmt, marker::PhantomData, mem::replace};

use rmcp::model::{Icon, ProgressToken, ProtocolVersion, RequestId};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Map, Value};

use super::meta::MetaKey;
use crate::{
    args::SentArguments,
    ctx::{Era, TraceContext},
};

/// A plain `tools/call` request.
#[derive(Debug)]
pub(in crate::wire) struct CallRequest<'a> {
    pub(super) id: RequestId,
    pub(in crate::wire) tool: Cow<'a, str>,
    pub(super) arguments: Option<SentArguments>,
    pub(super) meta: Option<Box<CallMeta<'a>>>,
}

impl<'a> CallRequest<'a> {
    /// Reads a request, or returns `None` if it is the SDK's to read.
    pub(in crate::wire) fn read(text: &'a [u8]) -> Option<Self> {
        // One check of the whole text is far cheaper than one of each string in it.
        let text = std::str::from_utf8(text).ok()?;
        let mut read = RequestMembers::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        InPlace(&mut read).deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        let RequestMembers {
            version: Some(_),
            method: Some(_),
            id: Some(CallId(id)),
            params,
            ..
        } = read
        else {
            return None;
        };
        Some(Self {
            id,
            tool: params.name?,
            arguments: params.arguments,
            meta: params.meta,
        })
    }

    /// Returns the era of the request: modern if `_meta` has everything that the modern era requires, and
    /// legacy if it has nothing of it. Returns `None` for anything between.
    pub(in crate::wire) fn era(&self) -> Option<Era> {
        let Some(meta) = &self.meta else {
            return Some(Era::Legacy);
        };
        if let Some(version) = &meta.version {
            let is_modern = version == ProtocolVersion::V_2026_07_28.as_str();
            (is_modern && meta.capabilities.is_some()).then_some(Era::Modern)
        } else {
            let is_legacy = meta.capabilities.is_none() && meta.info.is_none();
            is_legacy.then_some(Era::Legacy)
        }
    }

    /// Returns whether the client wants progress of the call.
    #[cfg(any(feature = "http", test))]
    pub(in crate::wire) fn wants_progress(&self) -> bool {
        let meta = self.meta.as_ref();
        meta.is_some_and(|meta| meta.progress.is_some())
    }

    /// Returns the token with which the client wants progress of the call.
    pub(super) fn progress_token(&self) -> Option<ProgressToken> {
        self.meta.as_ref()?.progress.clone()
    }
}

/// The members of a request, as far as they were read.
#[derive(Default)]
struct RequestMembers<'a> {
    version: Option<Exactly<VERSION>>,
    method: Option<Exactly<METHOD>>,
    id: Option<CallId>,
    has_params: bool,
    params: ParamsMembers<'a>,
}

#[derive(Default)]
struct ParamsMembers<'a> {
    name: Option<Cow<'a, str>>,
    has_arguments: bool,
    arguments: Option<SentArguments>,
    has_meta: bool,
    /// Boxed, because a request of the legacy era has none, and a request is moved several times.
    meta: Option<Box<CallMeta<'a>>>,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum RequestKey {
    #[serde(rename = "jsonrpc")]
    Version,
    Method,
    Id,
    Params,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum ParamsKey {
    Name,
    Arguments,
    #[serde(rename = "_meta")]
    Meta,
}

/// An object whose members are read one by one.
trait Members<'de> {
    type Key: Deserialize<'de>;

    /// Reads the value of one member.
    fn read<A: MapAccess<'de>>(&mut self, key: Self::Key, map: &mut A) -> Result<(), A::Error>;
}

impl<'de: 'a, 'a> Members<'de> for RequestMembers<'a> {
    type Key = RequestKey;

    fn read<A: MapAccess<'de>>(&mut self, key: RequestKey, map: &mut A) -> Result<(), A::Error> {
        match key {
            RequestKey::Version => once(&mut self.version, map.next_value()?),
            RequestKey::Method => once(&mut self.method, map.next_value()?),
            RequestKey::Id => once(&mut self.id, map.next_value()?),
            RequestKey::Params => {
                first(&mut self.has_params)?;
                map.next_value_seed(InPlace(&mut self.params))
            }
        }
    }
}

impl<'de: 'a, 'a> Members<'de> for ParamsMembers<'a> {
    type Key = ParamsKey;

    fn read<A: MapAccess<'de>>(&mut self, key: ParamsKey, map: &mut A) -> Result<(), A::Error> {
        match key {
            ParamsKey::Name => once(&mut self.name, next_text(map)?),
            ParamsKey::Arguments => {
                first(&mut self.has_arguments)?;
                self.arguments = map.next_value()?;
                Ok(())
            }
            ParamsKey::Meta => {
                first(&mut self.has_meta)?;
                map.next_value_seed(Nullable(&mut self.meta))
            }
        }
    }
}

/// Reads an object where it stays. A request is large, and each function that returned it would move it.
struct InPlace<'r, T>(&'r mut T);

impl<'de, T: Members<'de>> DeserializeSeed<'de> for InPlace<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: Members<'de>> Visitor<'de> for InPlace<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key()? {
            self.0.read(key, &mut map)?;
        }
        Ok(())
    }
}

/// Reads an object, or `null` in place of one.
struct Nullable<'r, T>(&'r mut Option<Box<T>>);

impl<'de, T: Members<'de> + Default> DeserializeSeed<'de> for Nullable<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, T: Members<'de> + Default> Visitor<'de> for Nullable<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        InPlace(&mut **self.0.get_or_insert_default()).deserialize(deserializer)
    }
}

/// The id of a request, as the SDK reads it. Numbers with fractions or exponents are the SDK's to read.
#[derive(Debug)]
struct CallId(RequestId);

impl<'de> Deserialize<'de> for CallId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = CallId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<CallId, E> {
        Ok(CallId(RequestId::Number(number)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<CallId, E> {
        self.visit_i64(i64::try_from(number).map_err(E::custom)?)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CallId, E> {
        Ok(CallId(RequestId::String(text.into())))
    }
}

/// The members of `_meta` that concern a call.
#[derive(Debug, Default)]
pub(in crate::wire) struct CallMeta<'a> {
    version: Option<Cow<'a, str>>,
    pub(super) capabilities: Option<Map<String, Value>>,
    pub(super) info: Option<ClientInfo<'a>>,
    pub(super) progress: Option<ProgressToken>,
    pub(super) traceparent: Option<Cow<'a, str>>,
    pub(super) tracestate: Option<Cow<'a, str>>,
    /// The members that the lane does not know.
    pub(super) others: Map<String, Value>,
}

impl CallMeta<'_> {
    pub(super) fn trace(&self) -> Option<TraceContext> {
        let context = TraceContext::new(self.traceparent.as_deref()?)?;
        Some(match &self.tracestate {
            Some(state) => context.with_state(state),
            None => context,
        })
    }
}

/// The name and version of a client, and what else it may tell about itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ClientInfo<'a> {
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) version: Cow<'a, str>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) icons: Option<Vec<Icon>>,
    pub(super) website_url: Option<String>,
}

/// A text that is borrowed if it has no escapes.
#[derive(Deserialize)]
struct BorrowedText<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Members<'de> for CallMeta<'a> {
    type Key = MetaKey;

    fn read<A: MapAccess<'de>>(&mut self, key: MetaKey, map: &mut A) -> Result<(), A::Error> {
        match key {
            MetaKey::Version => once(&mut self.version, next_text(map)?),
            MetaKey::Capabilities => once(&mut self.capabilities, map.next_value()?),
            MetaKey::Info => once(&mut self.info, map.next_value::<Object<_>>()?.0),
            MetaKey::Traceparent => once(&mut self.traceparent, next_text(map)?),
            MetaKey::Tracestate => once(&mut self.tracestate, next_text(map)?),
            MetaKey::ProgressToken => {
                let token = map.next_value::<CallId>()?;
                once(&mut self.progress, ProgressToken(token.0))
            }
            MetaKey::Other(name) => {
                self.others.insert(name, map.next_value()?);
                Ok(())
            }
        }
    }
}

/// A struct that is written as an object. A derived struct also accepts an array of its fields.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// Reads the text of a member.
fn next_text<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Cow<'de, str>, A::Error> {
    map.next_value::<BorrowedText<'_>>().map(|text| text.0)
}

/// Sets a member that may occur once.
fn once<T, E: Error>(member: &mut Option<T>, value: T) -> Result<(), E> {
    first(&mut member.is_some())?;
    *member = Some(value);
    Ok(())
}

/// Notes a member that may occur once.
fn first<E: Error>(is_known: &mut bool) -> Result<(), E> {
    if replace(is_known, true) {
        return Err(E::custom("a member occurs twice"));
    }
    Ok(())
}

const VERSION: u8 = 0;
const METHOD: u8 = 1;

/// A member with one legal text.
#[derive(Debug)]
struct Exactly<const TEXT: u8>;

impl<const TEXT: u8> Exactly<TEXT> {
    const TEXT: &str = if TEXT == VERSION { "2.0" } else { "tools/call" };
}

impl<'de, const TEXT: u8> Deserialize<'de> for Exactly<TEXT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Self)
    }
}

impl<const TEXT: u8> Visitor<'_> for Exactly<TEXT> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::TEXT)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        if text == Self::TEXT {
            Ok(self)
        } else {
            Err(E::custom("another text"))
        }
    }
}
