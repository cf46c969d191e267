//! The parser of the requests that the lane reads. Unknown members, members that occur twice and values of
//! other types than these are errors, and so the SDK's to answer.

use std::{borrow::Cow, fmt, marker::PhantomData};

use rmcp::model::{Icon, ProgressToken, ProtocolVersion, RequestId};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Map, Value};

use super::meta::MetaKey;
use crate::{
    args::SentArguments,
    ctx::{Era, TraceContext},
};

/// A plain `tools/call` request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::wire) struct CallRequest<'a> {
    #[serde(rename = "jsonrpc")]
    _version: Exactly<{ VERSION }>,
    #[serde(rename = "method")]
    _method: Exactly<{ METHOD }>,
    pub(in crate::wire) id: CallId,
    #[serde(borrow, deserialize_with = "object")]
    pub(in crate::wire) params: CallParams<'a>,
}

/// The parameters of a plain `tools/call` request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::wire) struct CallParams<'a> {
    #[serde(borrow)]
    pub(in crate::wire) name: Cow<'a, str>,
    #[serde(default)]
    pub(in crate::wire) arguments: Option<SentArguments>,
    #[serde(borrow, default, rename = "_meta")]
    pub(in crate::wire) meta: Option<CallMeta<'a>>,
}

impl<'a> CallRequest<'a> {
    /// Reads a request, or returns `None` if it is the SDK's to read.
    pub(in crate::wire) fn read(text: &'a [u8]) -> Option<Self> {
        // One check of the whole text is far cheaper than one of each string in it.
        let text = std::str::from_utf8(text).ok()?;
        let request = serde_json::from_str::<Object<Self>>(text).ok()?;
        Some(request.0)
    }

    /// Returns the era of the request: modern if `_meta` has everything that the modern era requires, and
    /// legacy if it has nothing of it. Returns `None` for anything between.
    pub(in crate::wire) fn era(&self) -> Option<Era> {
        let Some(meta) = &self.params.meta else {
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
        let meta = self.params.meta.as_ref();
        meta.is_some_and(|meta| meta.progress.is_some())
    }

    /// Returns the token with which the client wants progress of the call.
    pub(super) fn progress_token(&self) -> Option<ProgressToken> {
        self.params.meta.as_ref()?.progress.clone()
    }
}

/// The id of a request, as the SDK reads it. Numbers with fractions or exponents are the SDK's to read.
#[derive(Debug)]
pub(in crate::wire) struct CallId(pub(in crate::wire) RequestId);

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

impl<'de: 'a, 'a> Deserialize<'de> for CallMeta<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MetaVisitor)
    }
}

struct MetaVisitor;

impl<'de> Visitor<'de> for MetaVisitor {
    type Value = CallMeta<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut meta = CallMeta::default();
        while let Some(key) = map.next_key()? {
            match key {
                MetaKey::Version => once(&mut meta.version, next_text(&mut map)?)?,
                MetaKey::Capabilities => once(&mut meta.capabilities, map.next_value()?)?,
                MetaKey::Info => once(&mut meta.info, map.next_value::<Object<_>>()?.0)?,
                MetaKey::Traceparent => once(&mut meta.traceparent, next_text(&mut map)?)?,
                MetaKey::Tracestate => once(&mut meta.tracestate, next_text(&mut map)?)?,
                MetaKey::ProgressToken => {
                    let token = map.next_value::<CallId>()?;
                    once(&mut meta.progress, ProgressToken(token.0))?;
                }
                MetaKey::Other(name) => {
                    meta.others.insert(name, map.next_value()?);
                }
            }
        }
        Ok(meta)
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

fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|object| object.0)
}

/// Reads the text of a member.
fn next_text<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Cow<'de, str>, A::Error> {
    map.next_value::<BorrowedText<'_>>().map(|text| text.0)
}

/// Sets a member that may occur once.
fn once<T, E: Error>(member: &mut Option<T>, value: T) -> Result<(), E> {
    match member.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::custom("a member occurs twice")),
    }
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
