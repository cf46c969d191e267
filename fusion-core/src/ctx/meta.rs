//! The `_meta` of a request.

use serde_json::{Map, Value};

use super::Ctx;

/// The key of `_meta` by which a program asks for the whole result as JSON.
pub(crate) const FORMAT: &str = "dev.fusion/format";
/// The value of [`FORMAT`] for it. Any other value has no effect.
pub(crate) const WHOLE_JSON: &str = "json";

/// The keys of `_meta` that the protocol defines for requests.
#[cfg(any(feature = "ask", feature = "rmcp"))]
pub(crate) mod meta_keys {
    /// The revision of a request of the modern era.
    #[cfg(feature = "rmcp")]
    pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// The capabilities of the client of such a request.
    pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// The client of such a request.
    #[cfg(feature = "rmcp")]
    pub(crate) const INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// The token that progress is reported with.
    #[cfg(feature = "rmcp")]
    pub(crate) const PROGRESS: &str = "progressToken";
    /// The trace that a request belongs to.
    #[cfg(feature = "rmcp")]
    pub(crate) const TRACEPARENT: &str = "traceparent";
    /// The state of tracers about that trace.
    #[cfg(feature = "rmcp")]
    pub(crate) const TRACESTATE: &str = "tracestate";
}

/// The `_meta` object of a request: protocol fields, and whatever else a client or a gateway adds.
#[derive(Clone, Copy, Debug)]
pub struct RequestMeta<'a> {
    own: Option<&'a Map<String, Value>>,
    /// The members in which the client names itself.
    declared: Option<&'a Map<String, Value>>,
}

impl<'a> RequestMeta<'a> {
    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        let find = |map: Option<&'a Map<String, Value>>| map?.get(key);
        find(self.own).or_else(|| find(self.declared))
    }

    /// Returns an iterator over the keys and values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
        let members = self.own.into_iter().chain(self.declared).flatten();
        members.map(|(key, value)| (key.as_str(), value))
    }

    /// Returns `true` if the request has no `_meta`, or an empty one.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns a copy as one object.
    pub fn to_map(&self) -> Map<String, Value> {
        let members = self.iter();
        members
            .map(|(key, value)| (key.to_owned(), value.clone()))
            .collect()
    }
}

impl Ctx {
    /// Returns the `_meta` of the request, for providers, guards, middleware and actions. It is empty for a
    /// call inside the process, unless [`with_meta`](Self::with_meta) sets it.
    ///
    /// A client or a gateway wrote it, so it is no proof of anything. Keys of your own have a prefix, such as
    /// `com.example/tenant`.
    pub fn meta(&self) -> RequestMeta<'_> {
        RequestMeta {
            own: self.meta.as_deref(),
            declared: self.client().and_then(|client| client.declared.as_deref()),
        }
    }

    /// Sets the `_meta` of the request.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = (!meta.is_empty()).then(|| Box::new(meta));
        self
    }

    /// Returns true if the request has `_meta["dev.fusion/format"] = "json"`: its client is a program that
    /// reads the text of the result as JSON, as the clients of [`client`](crate::client) do.
    ///
    /// Such a result is JSON under every format, it has no output cap, an empty text stays empty, and the notice
    /// of an invalidation is in the result's `_meta` only. The member opens nothing: it is read after access,
    /// guards and middleware have their say, and changes the notation of a result that the caller gets in any
    /// case. A model cannot set it, because `_meta` is written by its client. The output cap is therefore no limit
    /// of what a caller may read: it saves tokens of a model.
    pub(crate) fn wants_whole_json(&self) -> bool {
        let format = self.meta.as_ref().and_then(|meta| meta.get(FORMAT));
        format.is_some_and(|format| format == WHOLE_JSON)
    }

    /// Sets the connection to the client.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_link(mut self, link: super::link::SharedLink) -> Self {
        self.link = Some(link);
        self
    }

    /// Returns the connection to the client.
    #[cfg(any(feature = "ask", feature = "rmcp"))]
    pub(crate) fn link(&self) -> Option<&super::link::SharedLink> {
        self.link.as_ref()
    }
}
