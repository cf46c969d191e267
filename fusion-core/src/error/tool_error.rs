//! Errors of handlers: the text for the model, and the details for the log.

#[cfg(feature = "ask")]
pub(super) mod kept;
mod repetition;
mod suggestions;
mod unauthorized;

use std::{
    any::TypeId,
    borrow::Cow,
    error::Error,
    hash::{BuildHasher, RandomState},
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{ErrorAdvice, RetryDelay, detail::with_sources, on_one_line};

/// An error type that defines the text for the model.
///
/// Implemented by `#[derive(ToolError)]`, or by hand. It applies where an action returns `Result<_,
/// Self>`. It does not apply where `?` converts such an error into a [`ToolError`]: the result is
/// an internal error, as for every other error type, so let helper functions return their own type.
///
/// ```
/// use fusion_core::{error::IntoToolError, ToolError};
///
/// enum StoreError {
///     NotFound(u64),
/// }
///
/// impl IntoToolError for StoreError {
///     fn into_tool_error(self) -> ToolError {
///         match self {
///             Self::NotFound(id) => ToolError::new(format!("there is no issue {id}"))
///                 .code("not_found")
///                 .suggest("list"),
///         }
///     }
/// }
/// ```
pub trait IntoToolError {
    /// The advice in the attributes of the type, which lint checks.
    #[doc(hidden)]
    const ADVICE: ErrorAdvice = ErrorAdvice::new(&[], false);

    /// Converts the error into the text that the model reads.
    fn into_tool_error(self) -> ToolError;
}

/// The error of an action, as the model reads it.
///
/// It implements neither `Display` nor `Error`, so that `?` converts other errors into it:
///
/// - **A text is shown.** A `String`, `&str` or `Cow<str>` is the author's own text, so the model reads
///   it as it is. `map_err(|error| format!("…{error}"))?` therefore shows what `error` contains.
/// - **Every other error is internal.** It may contain paths, hosts or queries, so the model reads
///   a generic text with a reference id, and the log has the text of the error and of all its
///   sources. `?` takes types that implement `Error + Send + Sync`, boxed errors and `anyhow::Error`.
///
/// [`ExposeExt::expose`] shows the text of an internal error, and [`ExposeExt::internal`] hides a text.
#[derive(Debug)]
pub struct ToolError(Box<ErrorFields>);

#[derive(Debug)]
struct ErrorFields {
    message: Cow<'static, str>,
    /// Invariant: never sent. Logged once, under `reference`.
    detail: Option<String>,
    /// The length of the error's own text in `detail`, which the texts of its sources follow.
    own_text: usize,
    reference: Option<String>,
    code: Option<Cow<'static, str>>,
    hint: Option<Cow<'static, str>>,
    suggestions: Vec<Cow<'static, str>>,
    retry_after: Option<Duration>,
    unchanged: bool,
    /// True if the action of the error is idempotent.
    idempotent: bool,
    unauthorized: bool,
    cause: FailureCause,
}

/// The cause of a failure: the error of the handler itself, or an abort outside of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FailureCause {
    #[default]
    Handler,
    Panicked,
    TimedOut,
    NothingRan,
}

const INTERNAL: &str = "internal error";

/// The details of a panic whose payload may contain a secret.
const HIDDEN_PAYLOAD: &str = "panicked while the arguments were read; the payload is not logged, because one of them is secret";

impl ToolError {
    /// Returns an error whose text the model reads. [`ToolError::code`] adds a code.
    // rustc shows this line, with its comment, where an author writes two arguments.
    #[rustfmt::skip]
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self { // the text alone: `ToolError::new(text).code(code)`
        Self(Box::new(ErrorFields {
            message: message.into(),
            detail: None,
            own_text: 0,
            reference: None,
            code: None,
            hint: None,
            suggestions: Vec::new(),
            retry_after: None,
            unchanged: false,
            idempotent: false,
            unauthorized: false,
            cause: FailureCause::Handler,
        }))
    }

    /// Returns an error whose details go to the log only. [`ExposeExt::internal`] also
    /// logs the sources of an error.
    pub fn internal(detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let mut error = Self::new(INTERNAL);
        error.0.own_text = detail.len();
        error.0.detail = Some(detail);
        error.0.reference = Some(reference());
        error
    }

    /// Returns an error whose details are the texts of `error` and of all its sources. They go to the
    /// log only.
    pub(crate) fn internal_error(error: &(dyn Error + '_)) -> Self {
        let text = error.to_string();
        let own_text = text.len();
        let mut internal = Self::internal(with_sources(text, error));
        internal.0.own_text = own_text;
        internal
    }

    /// Moves the text into the details, so that only the log has it. Code, hint and suggestions stay.
    fn into_internal(mut self) -> Self {
        if self.0.detail.is_none() {
            let text = std::mem::replace(&mut self.0.message, INTERNAL.into());
            self.0.own_text = text.len();
            self.0.detail = Some(text.into_owned());
            self.0.reference = Some(reference());
        }
        self
    }

    /// Returns the error of a handler that panicked.
    pub(crate) fn from_panic(detail: &str) -> Self {
        let mut error = Self::internal(format!("panicked: {detail}"));
        error.0.cause = FailureCause::Panicked;
        error
    }

    /// Drops the payload of a panic, which may contain a secret argument.
    pub(crate) fn without_payload(mut self) -> Self {
        self.0.detail = Some(HIDDEN_PAYLOAD.to_owned());
        self
    }

    /// Returns the error of a handler that was stopped by its timeout.
    pub(crate) fn timed_out(message: impl Into<Cow<'static, str>>) -> Self {
        let mut error = Self::new(message).code("timeout");
        error.0.cause = FailureCause::TimedOut;
        error
    }

    /// Sets a short machine-readable code, such as `not_found`.
    pub fn code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.0.code = Some(code.into());
        self
    }

    /// Sets a hint that describes a fix for the model.
    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Declares that the handler did not run, because a middleware refused the call. A retry is
    /// then safe for every action, so that [`ToolError::retry_after`] is always shown.
    pub fn nothing_ran(mut self) -> Self {
        self.0.cause = FailureCause::NothingRan;
        self
    }

    /// Declares that the failed call changed nothing, such as a transaction that was rolled back. A
    /// retry is then safe for every action, so that [`ToolError::retry_after`] is always shown.
    pub fn unchanged(mut self) -> Self {
        self.0.unchanged = true;
        self
    }

    /// Sets the delay after which the same call may succeed, or leaves it out for `None`. It is shown for
    /// idempotent actions, and where [`ToolError::unchanged`] or [`ToolError::nothing_ran`] is set.
    pub fn retry_after(mut self, delay: impl RetryDelay) -> Self {
        self.0.retry_after = delay.into_delay();
        self
    }

    /// Replaces the generic text of an error that `?` converted with the error's own text, without
    /// those of its sources.
    pub fn expose(mut self) -> Self {
        if let Some(mut detail) = self.0.detail.take() {
            detail.truncate(self.0.own_text);
            self.0.message = detail.into();
            self.0.reference = None;
        }
        self
    }

    /// Returns the text without code, hint and reference.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the machine-readable code.
    pub fn code_text(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// Returns the hint.
    pub fn hint_text(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Returns the delay after which the same call may succeed.
    pub fn retry_delay(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns the id under which the log contains the details.
    pub fn reference(&self) -> Option<&str> {
        self.0.reference.as_deref()
    }

    /// Returns `true` if the handler panicked.
    pub fn is_panic(&self) -> bool {
        self.0.cause == FailureCause::Panicked
    }

    /// Returns `true` if the handler was stopped by its timeout.
    pub fn is_timeout(&self) -> bool {
        self.0.cause == FailureCause::TimedOut
    }

    /// Returns `true` if [`ToolError::nothing_ran`] was set.
    pub fn is_refusal(&self) -> bool {
        self.0.cause == FailureCause::NothingRan
    }

    /// Returns `true` if a retry is safe for every action, because the call changed nothing.
    pub fn is_unchanged(&self) -> bool {
        self.0.unchanged || self.is_refusal()
    }

    /// Returns the details on one line, which only the log may contain. An error may repeat what a
    /// caller sent, which must not start a line of the log.
    pub(crate) fn log_line(&self) -> Option<Cow<'_, str>> {
        self.0.detail.as_deref().map(on_one_line)
    }
}

/// The bound is one that boxed errors, `anyhow::Error` and texts satisfy as well. With `Display`, the
/// sources of an error could not be logged.
impl<'e, E: Into<Box<dyn Error + Send + Sync + 'e>>> From<E> for ToolError {
    fn from(error: E) -> Self {
        let error = error.into();
        if is_text_type::<E>() {
            Self::new(error.to_string())
        } else {
            Self::internal_error(&*error)
        }
    }
}

/// Returns `true` for text types, whose text is the author's. `typeid` also supports types that
/// borrow; `Any` requires `'static`.
pub(crate) fn is_text_type<E>() -> bool {
    let id = typeid::of::<E>();
    [
        TypeId::of::<String>(),
        TypeId::of::<&str>(),
        TypeId::of::<Box<str>>(),
        TypeId::of::<Cow<'static, str>>(),
    ]
    .contains(&id)
}

/// Decides for one error whether the model reads its text.
pub trait ExposeExt<T> {
    /// Returns the same result, with the text of its error shown to the model.
    ///
    /// ```
    /// use fusion_core::{error::ExposeExt as _, ToolError};
    ///
    /// fn parse(text: &str) -> Result<u8, ToolError> {
    ///     Ok(text.parse::<u8>().expose()?)
    /// }
    ///
    /// assert_eq!(parse("x").unwrap_err().message(), "invalid digit found in string");
    /// ```
    fn expose(self) -> Result<T, ToolError>;

    /// Returns the same result, with the text of its error in the log only, also if the error is a
    /// `String` or a [`ToolError`]. A code, a hint and suggested actions stay.
    ///
    /// ```
    /// use fusion_core::{error::ExposeExt as _, ToolError};
    ///
    /// fn read(path: &str) -> Result<String, ToolError> {
    ///     // The model must not read the path, and without `internal` a text is shown.
    ///     std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}")).internal()
    /// }
    ///
    /// let error = read("/srv/no/such/file").unwrap_err();
    /// assert_eq!(error.message(), "internal error");
    /// assert!(error.reference().is_some());
    /// ```
    fn internal(self) -> Result<T, ToolError>;
}

impl<T, E: Into<ToolError>> ExposeExt<T> for Result<T, E> {
    fn expose(self) -> Result<T, ToolError> {
        self.map_err(|error| error.into().expose())
    }

    fn internal(self) -> Result<T, ToolError> {
        self.map_err(|error| error.into().into_internal())
    }
}

/// Returns six hexadecimal digits that differ between calls and between processes.
pub(crate) fn reference() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let hash = SEED.hash_one(NEXT.fetch_add(1, Ordering::Relaxed));
    format!("{:06x}", hash & 0xff_ffff)
}
