//! Errors of handlers: the text for the model, and the details for the log.

use std::{
    any::TypeId,
    borrow::Cow,
    fmt::Display,
    hash::{BuildHasher, RandomState},
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

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
    /// Converts the error into the text that the model reads.
    fn into_tool_error(self) -> ToolError;
}

/// The error of an action, as the model reads it.
///
/// It implements neither `Display` nor `Error`, so that `?` converts any error: a `String` or
/// `&str` is the author's text and is shown. Every other error may contain paths, hosts or queries,
/// so the model reads a generic text with a reference id, and the details go to the log.
/// [`ToolError::expose`] and [`ExposeExt::expose`] show them.
#[derive(Debug)]
pub struct ToolError(Box<ErrorFields>);

#[derive(Debug)]
struct ErrorFields {
    message: Cow<'static, str>,
    /// Invariant: never sent. Logged once, under `reference`.
    detail: Option<String>,
    reference: Option<String>,
    code: Option<Cow<'static, str>>,
    hint: Option<Cow<'static, str>>,
    suggestions: Vec<Cow<'static, str>>,
    retry_after: Option<Duration>,
    cause: FailureCause,
}

/// The cause of a failure: the error of the handler itself, or an abort outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FailureCause {
    Handler,
    Panicked,
    TimedOut,
    NothingRan,
}

const INTERNAL: &str = "internal error";

impl ToolError {
    /// Returns an error whose text the model reads.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(ErrorFields {
            message: message.into(),
            detail: None,
            reference: None,
            code: None,
            hint: None,
            suggestions: Vec::new(),
            retry_after: None,
            cause: FailureCause::Handler,
        }))
    }

    /// Returns an error whose details go to the log only.
    pub fn internal(detail: impl Into<String>) -> Self {
        let mut error = Self::new(INTERNAL);
        error.0.detail = Some(detail.into());
        error.0.reference = Some(reference());
        error
    }

    /// Returns the error of a handler that panicked.
    pub(crate) fn from_panic(detail: &str) -> Self {
        let mut error = Self::internal(format!("panicked: {detail}"));
        error.0.cause = FailureCause::Panicked;
        error
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

    /// Adds the key of an action to try instead.
    pub fn suggest(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.0.suggestions.push(key.into());
        self
    }

    /// Declares that the handler did not run, because a middleware refused the call. A retry is
    /// then safe for every action, so that [`ToolError::retry_after`] is always shown.
    pub fn nothing_ran(mut self) -> Self {
        self.0.cause = FailureCause::NothingRan;
        self
    }

    /// Sets the delay after which the same call may succeed. It is shown for idempotent actions,
    /// and where [`ToolError::nothing_ran`] is set.
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.0.retry_after = Some(delay);
        self
    }

    /// Replaces the generic text of an error that `?` converted with its details.
    pub fn expose(mut self) -> Self {
        if let Some(detail) = self.0.detail.take() {
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

    /// Returns an iterator over the keys of the actions to try instead.
    pub fn suggestions(&self) -> impl Iterator<Item = &str> {
        self.0.suggestions.iter().map(AsRef::as_ref)
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

    /// Returns the details, which only the log may contain.
    pub(crate) fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }
}

impl<E: Display> From<E> for ToolError {
    fn from(error: E) -> Self {
        let text = text(&error);
        if is_text_type::<E>() {
            Self::new(text)
        } else {
            Self::internal(text)
        }
    }
}

/// Returns the text of an error, for `From` and for `#[derive(ToolError)]`.
pub fn text<E: Display>(error: &E) -> String {
    // With `{:#}`, anyhow and eyre write the whole chain of sources.
    format!("{error:#}")
}

/// Returns `true` for text types, whose text is the author's. `typeid` also supports types that
/// borrow; `Any` requires `'static`, which the poison error of a `MutexGuard` does not satisfy and
/// which must pass through `?` as well.
fn is_text_type<E>() -> bool {
    let id = typeid::of::<E>();
    [
        TypeId::of::<String>(),
        TypeId::of::<&str>(),
        TypeId::of::<Box<str>>(),
        TypeId::of::<Cow<'static, str>>(),
    ]
    .contains(&id)
}

/// Shows the text of an error to the model that `?` would write to the log only.
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
}

impl<T, E: Into<ToolError>> ExposeExt<T> for Result<T, E> {
    fn expose(self) -> Result<T, ToolError> {
        self.map_err(|error| error.into().expose())
    }
}

/// Returns six hexadecimal digits that differ between calls and between processes.
pub(crate) fn reference() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let hash = SEED.hash_one(NEXT.fetch_add(1, Ordering::Relaxed));
    format!("{:06x}", hash & 0xff_ffff)
}
