//! The context of a call: everything that a call carries besides its arguments. Handlers take parts of
//! it by reference, through [`Inject`].

#[cfg(feature = "ask")]
pub(crate) mod ask;
#[cfg(feature = "ask")]
mod ask_access;
mod cancellation;
#[cfg(feature = "oauth")]
mod claims;
mod inject;
#[cfg(any(feature = "ask", feature = "rmcp"))]
pub(crate) mod link;
mod meta;
mod progress;
mod trace_context;

#[cfg(feature = "ask")]
pub use ask::{Answer, Ask, AskFuture, Confirmation};
#[cfg(feature = "ask")]
pub(crate) use ask_access::InputRetry;
pub use cancellation::Cancellation;
#[cfg(feature = "rmcp")]
pub(crate) use cancellation::CancellationGuard;
#[cfg(feature = "oauth")]
pub use claims::Claims;
pub use inject::{Ext, Inject};
#[doc(hidden)]
pub use inject::{MissingValue, NeedOf, NoCommon, NoNeed, hold};
pub use meta::RequestMeta;
#[cfg(any(feature = "ask", feature = "rmcp"))]
pub(crate) use meta::meta_keys;
pub(crate) use meta::{FORMAT, WHOLE_JSON};
pub use progress::{Progress, ProgressSink, ProgressUpdate, WorkAmount, WorkTotal};
pub use trace_context::TraceContext;

use std::{fmt, num::NonZeroU32, sync::Arc};

use http::Extensions;
use serde_json::{Map, Value};

/// The protocol era of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Era {
    /// The call was made inside the process, without a client.
    #[default]
    InProcess,
    /// The protocol revisions with a handshake, up to 2025-11-25.
    Legacy,
    /// The stateless protocol revisions, from 2026-07-28 on.
    Modern,
}

/// The client program, with the name and version that it sent.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Client {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The declared capabilities, as on the wire.
    pub capabilities: Map<String, Value>,
    /// The members of `_meta` in which the client of a request names itself, where a context does not have
    /// its own copy.
    pub(crate) declared: Option<Box<Map<String, Value>>>,
}

impl Client {
    /// Creates a client without capabilities.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            capabilities: Map::new(),
            declared: None,
        }
    }
}

/// Shows the public fields: what is kept for `_meta` depends on the way of the request.
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("name", &self.name)
            .field("version", &self.version)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.version, &self.capabilities)
            == (&other.name, &other.version, &other.capabilities)
    }
}

/// The context of one call: the client, the progress channel, the cancellation, and values of any type
/// that providers and middleware insert for the handler.
///
/// ```
/// use fusion_core::Ctx;
///
/// #[derive(Clone, PartialEq, Debug)]
/// struct Tenant(u32);
///
/// let mut ctx = Ctx::new();
/// ctx.insert(Tenant(7));
/// assert_eq!(ctx.get::<Tenant>(), Some(&Tenant(7)));
/// ```
#[derive(Debug, Default)]
pub struct Ctx {
    id: Option<String>,
    era: Era,
    /// The id of the registry whose providers ran last for this context. Invariant: no provider of
    /// another registry has replaced one of their values since.
    provided_by: Option<NonZeroU32>,
    client: Option<Arc<Client>>,
    extensions: Extensions,
    progress: Progress,
    cancellation: Cancellation,
    /// The members of the request's `_meta`, without those that `client` has.
    meta: Option<Box<Map<String, Value>>>,
    #[cfg(any(feature = "ask", feature = "rmcp"))]
    link: Option<link::SharedLink>,
    /// The questions of the call; `None` if it asks none.
    #[cfg(feature = "ask")]
    asking: Option<Arc<ask::AskingCall>>,
}

impl Ctx {
    /// Creates the context of a call inside the process: progress is discarded and nothing cancels the
    /// call.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the request's id as the client sent it; `None` for a call inside the process.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Sets the request's id.
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Returns the protocol era of the client.
    pub fn era(&self) -> Era {
        self.era
    }

    /// Sets the era.
    pub fn with_era(mut self, era: Era) -> Self {
        self.era = era;
        self
    }

    /// Returns the client if it is known. On stdio and in HTTP sessions the handshake names it; in the
    /// stateless era each request may name it. Over HTTP without sessions a client of the legacy era
    /// is unknown, because the server keeps no state between requests.
    pub fn client(&self) -> Option<&Client> {
        self.client.as_deref()
    }

    /// Sets the client.
    pub fn with_client(mut self, client: Arc<Client>) -> Self {
        self.client = Some(client);
        self
    }

    /// Returns the progress channel. A report does nothing if the client requested no progress.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Sets the progress channel.
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Returns the cancellation of the call.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Sets the cancellation of the call.
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = cancellation;
        self
    }

    /// Replaces the cancellation for the inner chain and returns the previous one.
    pub(crate) fn replace_cancellation(&mut self, cancellation: Cancellation) -> Cancellation {
        std::mem::replace(&mut self.cancellation, cancellation)
    }

    /// Returns the id of the registry whose providers ran last for this context.
    pub(crate) fn provided_by(&self) -> Option<NonZeroU32> {
        self.provided_by
    }

    /// Sets the id of the registry whose providers ran last; `None` if their values may have been
    /// replaced.
    pub(crate) fn set_provided_by(&mut self, registry: Option<NonZeroU32>) {
        self.provided_by = registry;
    }

    /// Inserts a value for later providers, middleware and the handler of this call. Returns the value
    /// that it replaces.
    pub fn insert<T: Clone + Send + Sync + 'static>(&mut self, value: T) -> Option<T> {
        self.extensions.insert(value)
    }

    /// Returns a value that was inserted earlier in this call.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.extensions.get()
    }

    /// Returns all values, for adapters with their own map.
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// Returns all values, mutable.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }
}
