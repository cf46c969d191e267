//! Observers: they see every call, and how it ended.

mod watch;

pub(super) use watch::{Noted, Observers, Watch};

use std::{fmt, sync::Arc, time::Duration};

use serde_json::{Map, Value};

use super::CallError;
use crate::{error::{Problem, ToolError}, ctx::Ctx, result::ToolResponse, spec::{ActionSpec, ToolSpec}};

/// Sees every call and how it ended: refused, unknown, invalid, panicked, cancelled, timed out and
/// answered ones.
///
/// It is called before the answer is sent, so it must be short and must not wait: hand what you
/// keep over to a bounded queue, as [`Audit`](crate::Audit) does. A panic in it is logged, and the
/// call is answered all the same.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use fusion_core::{CallRecord, Ending, Observer, Outcome, Registry};
///
/// #[derive(Default)]
/// struct Failures(AtomicU64);
///
/// impl Observer for Failures {
///     fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
///         if !matches!(outcome.ending(), Ending::Answered(_)) {
///             self.0.fetch_add(1, Ordering::Relaxed);
///             eprintln!("{} {:?}: {}", call.name(), call.key(), outcome.ending().name());
///         }
///     }
/// }
///
/// let builder = Registry::builder().observe(Failures::default());
/// # let _ = builder;
/// ```
pub trait Observer: Send + Sync + 'static {
    /// Whether it wants [`CallRecord::arguments`]. Only where an observer says so are they kept,
    /// which costs one clone a call.
    const READS_ARGUMENTS: bool = false;

    /// Sees one call.
    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>);
}

impl<O: Observer> Observer for Arc<O> {
    const READS_ARGUMENTS: bool = O::READS_ARGUMENTS;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        O::observe(self, call, outcome);
    }
}

/// One call, as far as it came.
pub struct CallRecord<'a> {
    noted: &'a Noted<'a>,
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
    /// The name under which the tool was called: on one line, and cut if it is long.
    pub fn name(&self) -> &str {
        &self.noted.name
    }

    /// The tool, if there is one of that name.
    pub fn tool(&self) -> Option<&'static ToolSpec> {
        self.noted.tool
    }

    /// The full key of the action. Where [`CallRecord::spec`] is `None` it is what was sent as one,
    /// on one line, and cut if it is long.
    pub fn key(&self) -> Option<&str> {
        self.noted.key.as_deref()
    }

    /// The action, if it was found.
    pub fn spec(&self) -> Option<&'static ActionSpec> {
        self.noted.spec
    }

    /// The action's own arguments as they were sent, if the observer `READS_ARGUMENTS` and the
    /// action was found: only then it is known what is secret. A secret is `"[secret]"`, and so is
    /// whatever an action with secrets does not know, which may be a misspelt one.
    pub fn arguments(&self) -> Option<&Map<String, Value>> {
        self.noted.arguments.as_ref()
    }

    /// The context. Values of providers are in it if they came so far.
    pub fn ctx(&self) -> &Ctx {
        self.ctx
    }
}

/// How a call ended, and when.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    ending: Ending<'a>,
    duration: Duration,
}

impl<'a> Outcome<'a> {
    /// How it ended.
    pub fn ending(&self) -> Ending<'a> {
        self.ending
    }

    /// How long it took, from the moment it was first looked at.
    pub fn duration(&self) -> Duration {
        self.duration
    }
}

/// How a call ended.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Ending<'a> {
    /// With a response.
    Answered(&'a ToolResponse),
    /// There is no tool of that name.
    UnknownTool,
    /// There is no prompt of that name.
    UnknownPrompt,
    /// There is no resource at that URI.
    UnknownResource,
    /// The discriminator is missing, no string, or names no action.
    UnknownAction,
    /// A provider, a guard or a layer refused it; the handler did not run.
    Refused(&'a ToolError),
    /// The arguments are wrong, in these places; none is named where they are no object.
    Invalid(&'a [Problem]),
    /// The handler, or a layer around it, failed.
    Failed(&'a ToolError),
    /// What an author wrote panicked.
    Panicked(&'a ToolError),
    /// The handler was stopped because it took too long.
    TimedOut(&'a ToolError),
    /// Nobody wanted the answer any more: the client said so, or left.
    Cancelled,
}

impl<'a> Ending<'a> {
    fn of(result: &'a Result<ToolResponse, CallError>) -> Self {
        match result {
            Ok(response) => Self::Answered(response),
            Err(CallError::UnknownTool { .. }) => Self::UnknownTool,
            Err(CallError::UnknownPrompt { .. }) => Self::UnknownPrompt,
            Err(CallError::UnknownResource { .. }) => Self::UnknownResource,
            Err(CallError::NoAction { .. }) => Self::UnknownAction,
            Err(CallError::NoObject { .. }) => Self::Invalid(&[]),
            Err(CallError::Invalid { problems, .. }) => Self::Invalid(problems),
            Err(CallError::Cancelled) => Self::Cancelled,
            Err(CallError::Refused { error, .. } | CallError::Failed { error, .. })
                if error.is_panic() =>
            {
                Self::Panicked(error)
            }
            Err(CallError::Refused { error, .. }) => Self::Refused(error),
            Err(CallError::Failed { error, .. }) if error.is_refusal() => Self::Refused(error),
            Err(CallError::Failed { error, .. }) if error.is_timeout() => Self::TimedOut(error),
            Err(CallError::Failed { error, .. }) => Self::Failed(error),
        }
    }

    /// One word for it, for a log or a table: `answered`, `unknown_tool`, `unknown_prompt`,
    /// `unknown_resource`, `unknown_action`, `refused`, `invalid`, `failed`, `panicked`, `timed_out` or `cancelled`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Answered(_) => "answered",
            Self::UnknownTool => "unknown_tool",
            Self::UnknownPrompt => "unknown_prompt",
            Self::UnknownResource => "unknown_resource",
            Self::UnknownAction => "unknown_action",
            Self::Refused(_) => "refused",
            Self::Invalid(_) => "invalid",
            Self::Failed(_) => "failed",
            Self::Panicked(_) => "panicked",
            Self::TimedOut(_) => "timed_out",
            Self::Cancelled => "cancelled",
        }
    }

    /// The error, where there is one.
    pub fn error(&self) -> Option<&'a ToolError> {
        match self {
            Self::Refused(error)
            | Self::Failed(error)
            | Self::Panicked(error)
            | Self::TimedOut(error) => Some(error),
            _ => None,
        }
    }
}
