//! What a call carries beside its arguments, and how a handler gets at it: by reference, through
//! [`Inject`].

mod cancellation;
mod inject;
mod progress;
mod trace_context;

pub use cancellation::Cancellation;
pub use inject::{Ext, Inject};
#[doc(hidden)]
pub use inject::{MissingValue, NeedOf, NoCommon, NoNeed, hold};
pub use progress::{Progress, ProgressSink, ProgressUpdate};
pub use trace_context::TraceContext;

use std::{num::NonZeroU32, sync::Arc};

use http::Extensions;
use serde_json::{Map, Value};

/// Which half of the protocol's history a client speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Era {
    /// No client at all: the call was made inside the process.
    #[default]
    InProcess,
    /// The revisions with a handshake, up to 2025-11-25.
    Legacy,
    /// The stateless revisions, from 2026-07-28 on.
    Modern,
}

/// The program at the other end, as it introduced itself.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Client {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The capabilities it declared, as on the wire.
    pub capabilities: Map<String, Value>,
}

impl Client {
    /// A client without capabilities.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            capabilities: Map::new(),
        }
    }
}

/// The context of one call: who asks, how to report progress, whether the answer is still wanted,
/// and values of any type that providers and middleware left for the handler.
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
}

impl Ctx {
    /// A context of a call inside the process: nobody listens to progress, nothing cancels it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The request's id as the client sent it, if there was a request.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Sets the request's id.
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Which protocol era the client speaks.
    pub fn era(&self) -> Era {
        self.era
    }

    /// Sets the era.
    pub fn with_era(mut self, era: Era) -> Self {
        self.era = era;
        self
    }

    /// The client, where it introduced itself: on stdio and in HTTP sessions by its handshake, in
    /// the stateless era if its request says so. Over HTTP without sessions a client of the legacy
    /// era is unknown, since nothing is kept between two of its requests.
    pub fn client(&self) -> Option<&Client> {
        self.client.as_deref()
    }

    /// Sets the client.
    pub fn with_client(mut self, client: Arc<Client>) -> Self {
        self.client = Some(client);
        self
    }

    /// The channel for progress; reporting costs nothing when nobody listens.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Sets who is told about progress.
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Whether the answer is still wanted.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Sets what cancels the call.
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = cancellation;
        self
    }

    /// Lets `cancellation` cancel what runs from now on; returns what did before.
    pub(crate) fn replace_cancellation(&mut self, cancellation: Cancellation) -> Cancellation {
        std::mem::replace(&mut self.cancellation, cancellation)
    }

    /// Returns the id of the registry whose providers ran last for this context.
    pub(crate) fn provided_by(&self) -> Option<NonZeroU32> {
        self.provided_by
    }

    /// Records whose providers ran last, or that their values may have been replaced.
    pub(crate) fn set_provided_by(&mut self, registry: Option<NonZeroU32>) {
        self.provided_by = registry;
    }

    /// Leaves a value for whatever runs later in this call; returns the one it replaces.
    pub fn insert<T: Clone + Send + Sync + 'static>(&mut self, value: T) -> Option<T> {
        self.extensions.insert(value)
    }

    /// A value that was left earlier in this call.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.extensions.get()
    }

    /// All values, for adapters that bring their own map.
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// All values, mutable.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }
}
