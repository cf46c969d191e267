//! The parser of the requests that the lane reads. Unknown members, members that occur twice and values of
//! other types than these are errors, and so the SDK's to answer.

use std::{borrow::Cow, fmt};

use rmcp::model::{ProgressToken, ProtocolVersion, RequestId};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor},
};

use super::{
    members::{InPlace, NullOrInPlace, ReadMembers, first, next_text, once},
    meta::CallMeta,
};
use crate::{args::SentArguments, ctx::Era};

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
        let mut read = RequestDraft::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        InPlace(&mut read).deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        let RequestDraft {
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
struct RequestDraft<'a> {
    version: Option<Exactly<VERSION>>,
    method: Option<Exactly<METHOD>>,
    id: Option<CallId>,
    has_params: bool,
    params: ParamsDraft<'a>,
}

#[derive(Default)]
struct ParamsDraft<'a> {
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

impl<'de: 'a, 'a> ReadMembers<'de> for RequestDraft<'a> {
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

impl<'de: 'a, 'a> ReadMembers<'de> for ParamsDraft<'a> {
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
                map.next_value_seed(NullOrInPlace(&mut self.meta))
            }
        }
    }
}

/// The id of a request, as the SDK reads it. Numbers with fractions or exponents are the SDK's to read.
#[derive(Debug)]
pub(super) struct CallId(pub(super) RequestId);

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
