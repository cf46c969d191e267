//! Observers: code that receives every call of an action, prompt or resource after it ended.

mod audit;
mod bus;
mod trace_metrics;
mod watch;

pub use audit::{Audit, AuditEntry, AuditQueue, AuditSink};
pub use bus::BusRecord;
pub use trace_metrics::TraceMetrics;
pub(crate) use watch::{CallNotes, CallWatch, Observers};

use std::{fmt, sync::Arc, time::Duration};

use serde_json::{Map, Value};

use crate::{
    ctx::Ctx,
    error::{CallError, Problem, ToolError},
    result::ToolResponse,
    spec::{ActionSpec, ToolSpec},
};

/// Receives every call after it ended: answered, replayed, refused, unknown, invalid, failed, panicked, timed out,
/// cancelled, or ended by a question to the user.
///
/// An observer runs before the response is sent, so it must be short and must not wait: send records
/// to a bounded queue, as [`Audit`] does. A panic in an observer is logged and does not
/// change the response.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use fusion_core::{observe::{CallRecord, Ending, Observer, Outcome}, Registry};
///
/// #[derive(Default)]
/// struct Failures(AtomicU64);
///
/// impl Observer for Failures {
///     fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
///         if !matches!(outcome.ending(), Ending::Answered(_) | Ending::Replayed(Ok(_)) | Ending::Asked) {
///             self.0.fetch_add(1, Ordering::Relaxed);
///             eprintln!("{} {:?}: {}", call.name(), call.key(), outcome.ending().name());
///         }
///     }
/// }
///
/// let builder = Registry::builder().observe(Failures::default());
/// # let _ = builder;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an observer",
    label = "does not implement `Observer`",
    note = "an observer is a value of a built-in type, such as `TraceMetrics`, or of your own type with `impl Observer`; a closure is none"
)]
pub trait Observer: Send + Sync + 'static {
    /// Set to `true` if the observer reads [`CallRecord::arguments`]. The arguments are kept only
    /// if an observer of the registry reads them, because that costs one clone for each call.
    const READS_ARGUMENTS: bool = false;

    /// Records one call.
    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>);

    /// Records an event of the [bus](crate::shared::Bus) between replicas. The default does nothing.
    fn observe_bus(&self, record: &BusRecord) {
        let _ = record;
    }
}

#[diagnostic::do_not_recommend]
impl<O: Observer> Observer for Arc<O> {
    const READS_ARGUMENTS: bool = O::READS_ARGUMENTS;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        O::observe(self, call, outcome);
    }

    fn observe_bus(&self, record: &BusRecord) {
        O::observe_bus(self, record);
    }
}

/// One ended call, with the facts that were known when it ended.
pub struct CallRecord<'a> {
    notes: &'a CallNotes<'a>,
    ctx: &'a Ctx,
}

impl fmt::Debug for CallRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallRecord")
            .field("name", &self.name())
            .field("key", &self.key())
            .finish_non_exhaustive()
    }
}

impl CallRecord<'_> {
    /// Returns the requested name or URI, escaped to one line, and truncated if it is long.
    pub fn name(&self) -> &str {
        &self.notes.name
    }

    /// Returns the tool, if one has that name.
    pub fn tool(&self) -> Option<&'static ToolSpec> {
        self.notes.tool
    }

    /// Returns the key of the action: `create`, or `users.create`. If [`CallRecord::spec`] is `None`, this is the key that the
    /// client sent, escaped to one line, and truncated if it is long.
    pub fn key(&self) -> Option<&str> {
        self.notes.key.as_deref()
    }

    /// Returns the action, if it was found. The kind of `help` is
    /// [`Kind::Help`](crate::spec::Kind::Help).
    pub fn spec(&self) -> Option<&'static ActionSpec> {
        self.notes.spec
    }

    /// Returns all tags of the action: those of its tool, of its group and its own, each once. Empty
    /// if the action was not found.
    pub fn tags(&self) -> &[&'static str] {
        self.notes.tags
    }

    /// Returns the action's own arguments as the client sent them, if the observer sets
    /// `READS_ARGUMENTS` and the action was found, because secrets are known only then. A secret is
    /// `"[secret]"`, and so is every unknown argument of an action with secrets, because it may be
    /// a misspelt secret.
    pub fn arguments(&self) -> Option<&Map<String, Value>> {
        self.notes.arguments.as_ref()
    }

    /// Returns the context. It holds the values of the providers that have run.
    pub fn ctx(&self) -> &Ctx {
        self.ctx
    }
}

/// Ending and duration of a call.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    ending: Ending<'a>,
    duration: Duration,
}

impl<'a> Outcome<'a> {
    /// Returns the ending of the call.
    pub fn ending(&self) -> Ending<'a> {
        self.ending
    }

    /// Returns the time from the start of the call, before its providers, to its end.
    pub fn duration(&self) -> Duration {
        self.duration
    }
}

/// Ending of a call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Ending<'a> {
    /// The call returned a response.
    Answered(&'a ToolResponse),
    /// The call got the answer of an earlier call with the same `idempotency_key`: its response or its error.
    /// Nothing ran.
    Replayed(Result<&'a ToolResponse, &'a ToolError>),
    /// No tool has that name.
    UnknownTool,
    /// No prompt has that name.
    UnknownPrompt,
    /// No resource has that URI.
    UnknownResource,
    /// The discriminator is missing, is not a string, or names no action.
    UnknownAction,
    /// A provider, a guard or a middleware refused the call; the handler did not run.
    Refused(&'a ToolError),
    /// The caller lacks these scopes of an item that is listed for everyone; nothing ran.
    MissingScopes(&'a [&'static str]),
    /// The arguments are wrong. The list is empty if they are not a JSON object.
    Invalid(&'a [Problem]),
    /// The handler, or a middleware around it, failed.
    Failed(&'a ToolError),
    /// An author's code panicked.
    Panicked(&'a ToolError),
    /// The handler was dropped because it took too long.
    TimedOut(&'a ToolError),
    /// The action asked its user by ending this round of the call. The call with the answers is observed
    /// as well.
    Asked,
    /// The client cancelled the call or disconnected.
    Cancelled,
}

impl<'a> Ending<'a> {
    fn from_result(result: &'a Result<ToolResponse, CallError>) -> Self {
        match result {
            Ok(response) => Self::Answered(response),
            Err(CallError::UnknownTool { .. }) => Self::UnknownTool,
            Err(CallError::UnknownPrompt { .. }) => Self::UnknownPrompt,
            Err(CallError::UnknownResource { .. }) => Self::UnknownResource,
            Err(CallError::NoAction { .. }) => Self::UnknownAction,
            Err(CallError::NoObject { .. }) => Self::Invalid(&[]),
            Err(CallError::Invalid { problems, .. }) => Self::Invalid(problems),
            Err(CallError::MissingScopes { scopes, .. }) => Self::MissingScopes(scopes),
            Err(CallError::Asked { .. }) => Self::Asked,
            Err(CallError::Cancelled) => Self::Cancelled,
            Err(CallError::Refused { error, .. } | CallError::Failed { error, .. })
                if error.is_panic() =>
            {
                Self::Panicked(error)
            }
            Err(CallError::Refused { error, .. } | CallError::State { error, .. }) => {
                Self::Refused(error)
            }
            Err(CallError::Failed { error, .. }) if error.is_refusal() => Self::Refused(error),
            Err(CallError::Failed { error, .. }) if error.is_timeout() => Self::TimedOut(error),
            Err(CallError::Failed { error, .. }) => Self::Failed(error),
        }
    }

    /// Returns the ending of a call that got the result of an earlier call, whose ending this is.
    fn replayed(self) -> Self {
        match (self, self.error()) {
            (Self::Answered(response), _) => Self::Replayed(Ok(response)),
            (_, Some(error)) => Self::Replayed(Err(error)),
            (other, None) => other,
        }
    }

    /// Returns one word for a log or a table: `answered`, `replayed`, `unknown_tool`, `unknown_prompt`,
    /// `unknown_resource`, `unknown_action`, `refused`, `missing_scopes`, `invalid`, `failed`, `panicked`,
    /// `timed_out`, `asked` or `cancelled`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Answered(_) => "answered",
            Self::Replayed(_) => "replayed",
            Self::UnknownTool => "unknown_tool",
            Self::UnknownPrompt => "unknown_prompt",
            Self::UnknownResource => "unknown_resource",
            Self::UnknownAction => "unknown_action",
            Self::Refused(_) => "refused",
            Self::MissingScopes(_) => "missing_scopes",
            Self::Invalid(_) => "invalid",
            Self::Failed(_) => "failed",
            Self::Panicked(_) => "panicked",
            Self::TimedOut(_) => "timed_out",
            Self::Asked => "asked",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns the error of a call that was refused, failed, panicked or timed out, also if it is that of an earlier
    /// call.
    pub fn error(&self) -> Option<&'a ToolError> {
        match self {
            Self::Replayed(Err(error))
            | Self::Refused(error)
            | Self::Failed(error)
            | Self::Panicked(error)
            | Self::TimedOut(error) => Some(error),
            _ => None,
        }
    }
}
