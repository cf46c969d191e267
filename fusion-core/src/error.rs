//! Errors that `build()` and calls report. Each names the place of the mistake and the fix.

mod advice;
mod ask;
mod bounded_list;
mod build_error;
mod build_errors;
mod call_error;
mod clash;
mod detail;
mod differences;
mod example;
mod filter;
mod help;
mod host_hints;
mod names;
mod once;
mod policy;
mod problem;
#[cfg(any(feature = "cli", feature = "testing"))]
mod protocol_error;
mod question;
mod retry_delay;
mod scope;
mod tool_error;
mod unknown_action;

#[doc(hidden)]
pub use advice::{AdviceOf, ErrorAdvice, NoAdvice};
pub use ask::AskError;
pub(crate) use bounded_list::{BoundedList, MAX_LISTED};
pub use build_error::BuildError;
pub use build_errors::BuildErrors;
pub use call_error::{CallError, DiscriminatorProblem};
pub(crate) use detail::with_sources;
#[doc(hidden)]
pub use detail::{ErrorText, TextOnly};
pub(crate) use differences::{ShortName, distance, max_differences, nearest};
pub use example::ExampleError;
pub use host_hints::HostHintError;
pub(crate) use names::MAX_NAME;
pub use once::OnceError;
pub use policy::{PolicyError, PolicyPlace};
#[cfg(feature = "lock")]
pub(crate) use problem::type_name_of;
#[cfg(feature = "cli")]
pub(crate) use problem::with_escapes;
pub use problem::{Advice, Problem, ProblemKind};
pub(crate) use problem::{ECHO, cut, echo, kind_name, on_one_line};
#[cfg(feature = "ask")]
pub(crate) use problem::{is_invisible, needs_joiners};
#[cfg(any(feature = "cli", feature = "testing"))]
pub use protocol_error::ProtocolError;
pub use question::Question;
#[cfg(feature = "ask")]
pub(crate) use question::QuestionForm;
pub use retry_delay::RetryDelay;
pub use scope::ScopeError;
pub(crate) use tool_error::is_text_type;
#[cfg(feature = "ask")]
pub(crate) use tool_error::kept::KeptError;
pub use tool_error::{ExposeExt, IntoToolError, ToolError};
pub use unknown_action::UnknownAction;
