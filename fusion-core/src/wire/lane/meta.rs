//! The `_meta` of a request in the lane, as its context shows it.

use std::{borrow::Cow, fmt};

use rmcp::model::{Icon, ProgressToken, ProtocolVersion};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use serde_json::{Map, Value, json};

use super::{
    members::{Object, ReadMembers, next_text, once},
    request::CallId,
};
use crate::ctx::{
    TraceContext,
    meta_keys::{CAPABILITIES, INFO, PROGRESS, TRACEPARENT, TRACESTATE, VERSION},
};

/// The members of `_meta` that concern a call.
#[derive(Debug, Default)]
pub(in crate::wire) struct CallMeta<'a> {
    pub(super) version: Option<Cow<'a, str>>,
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
#[derive(Clone, Debug, Deserialize, PartialEq)]
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

impl ClientInfo<'_> {
    /// Returns the number of bytes in the texts, without the icons.
    pub(super) fn length(&self) -> usize {
        let texts = [&self.title, &self.description, &self.website_url];
        let more: usize = texts.into_iter().flatten().map(String::len).sum();
        self.name.len() + self.version.len() + more
    }

    /// Returns a copy that borrows nothing.
    pub(super) fn to_owned_texts(&self) -> ClientInfo<'static> {
        let other = self.clone();
        ClientInfo {
            name: other.name.into_owned().into(),
            version: other.version.into_owned().into(),
            title: other.title,
            description: other.description,
            icons: other.icons,
            website_url: other.website_url,
        }
    }
}

impl<'de: 'a, 'a> ReadMembers<'de> for CallMeta<'a> {
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

/// A key of `_meta`.
pub(super) enum MetaKey {
    Version,
    Capabilities,
    Info,
    ProgressToken,
    Traceparent,
    Tracestate,
    Other(String),
}

impl<'de> Deserialize<'de> for MetaKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(MetaKeyVisitor)
    }
}

struct MetaKeyVisitor;

impl Visitor<'_> for MetaKeyVisitor {
    type Value = MetaKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<MetaKey, E> {
        Ok(match key {
            VERSION => MetaKey::Version,
            CAPABILITIES => MetaKey::Capabilities,
            INFO => MetaKey::Info,
            PROGRESS => MetaKey::ProgressToken,
            TRACEPARENT => MetaKey::Traceparent,
            TRACESTATE => MetaKey::Tracestate,
            other => MetaKey::Other(other.to_owned()),
        })
    }
}

/// Returns the members in which a client names itself, as it sent them. They are kept with the client, so that a
/// call does not build them.
pub(super) fn declared(
    info: &ClientInfo<'_>,
    capabilities: &Map<String, Value>,
) -> Map<String, Value> {
    let mut members = capabilities_of_modern(capabilities);
    let mut sent = Map::new();
    let mut add = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            sent.insert(key.to_owned(), value);
        }
    };
    add("name", Some(json!(info.name)));
    add("version", Some(json!(info.version)));
    add("title", info.title.as_ref().map(|title| json!(title)));
    add(
        "description",
        info.description.as_ref().map(|text| json!(text)),
    );
    add("icons", info.icons.as_ref().map(|icons| json!(icons)));
    add(
        "websiteUrl",
        info.website_url.as_ref().map(|url| json!(url)),
    );
    members.insert(INFO.to_owned(), sent.into());
    members
}

fn capabilities_of_modern(capabilities: &Map<String, Value>) -> Map<String, Value> {
    let mut members = Map::new();
    let version = ProtocolVersion::V_2026_07_28.as_str();
    members.insert(VERSION.to_owned(), json!(version));
    members.insert(CAPABILITIES.to_owned(), json!(capabilities));
    members
}

impl CallMeta<'_> {
    /// Takes the members that the client of the request does not have; empty for most requests. `is_declared` is
    /// true if the client has the members in which it names itself.
    pub(super) fn take_members(&mut self, is_declared: bool) -> Map<String, Value> {
        let mut members = std::mem::take(&mut self.others);
        if !is_declared && let Some(capabilities) = &self.capabilities {
            members.extend(match &self.info {
                Some(info) => declared(info, capabilities),
                None => capabilities_of_modern(capabilities),
            });
        }
        if let Some(token) = &self.progress {
            members.insert(PROGRESS.to_owned(), json!(token));
        }
        for (key, text) in [
            (TRACEPARENT, &self.traceparent),
            (TRACESTATE, &self.tracestate),
        ] {
            if let Some(text) = text {
                members.insert(key.to_owned(), json!(text));
            }
        }
        members
    }
}
