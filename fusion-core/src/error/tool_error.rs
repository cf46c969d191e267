//! Errors of handlers: what the model reads, and what only the log does.

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

/// An error type with its own words for the model.
///
/// Implemented by `#[derive(ToolError)]`, or by hand. It applies where an action returns
/// `Result<_, Self>`. It is not asked where `?` converts such an error into a [`ToolError`]: that
/// becomes an internal error, as every other error does, so let helpers return their own type.
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
    /// What the model shall read.
    fn into_tool_error(self) -> ToolError;
}

/// Why an action failed, as the model will read it.
///
/// It implements neither `Display` nor `Error`, so that `?` can make one of any error: a `String`
/// or `&str` is the author's own words and is shown; every other error may speak of paths, hosts
/// or queries, so the model reads a generic text with a reference id and the details go to the
/// log. [`ToolError::expose`] and [`ExposeExt::expose`] show them.
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

/// What became of the handler, where that is not its own error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FailureCause {
    Handler,
    Panicked,
    TimedOut,
    NothingRan,
}

const INTERNAL: &str = "internal error";

impl ToolError {
    /// An error in the author's own words.
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

    /// An error whose details only the log sees.
    pub fn internal(detail: impl Into<String>) -> Self {
        let mut error = Self::new(INTERNAL);
        error.0.detail = Some(detail.into());
        error.0.reference = Some(reference());
        error
    }

    /// A handler that panicked.
    pub(crate) fn panicked(detail: &str) -> Self {
        let mut error = Self::internal(format!("panicked: {detail}"));
        error.0.cause = FailureCause::Panicked;
        error
    }

    /// A handler that was stopped because it took too long.
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

    /// Sets what the model may do about it.
    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds the key of an action to try instead.
    pub fn suggest(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.0.suggestions.push(key.into());
        self
    }

    /// Says that the handler did not run: a layer refused the call. Calling again is then safe
    /// whatever the action does, so that [`ToolError::retry_after`] is always shown.
    pub fn nothing_ran(mut self) -> Self {
        self.0.cause = FailureCause::NothingRan;
        self
    }

    /// Sets when the same call may succeed. Shown for idempotent actions, and where
    /// [nothing ran](ToolError::nothing_ran).
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.0.retry_after = Some(delay);
        self
    }

    /// Shows the details of an error that `?` converted.
    pub fn expose(mut self) -> Self {
        if let Some(detail) = self.0.detail.take() {
            self.0.message = detail.into();
            self.0.reference = None;
        }
        self
    }

    /// The text without code, hint and reference.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The machine-readable code.
    pub fn code_text(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// The hint.
    pub fn hint_text(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The actions to try instead.
    pub fn suggestions(&self) -> impl Iterator<Item = &str> {
        self.0.suggestions.iter().map(AsRef::as_ref)
    }

    /// When the same call may succeed.
    pub fn retry_delay(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The id under which the details stand in the log.
    pub fn reference(&self) -> Option<&str> {
        self.0.reference.as_deref()
    }

    /// Whether the handler panicked.
    pub fn is_panic(&self) -> bool {
        self.0.cause == FailureCause::Panicked
    }

    /// Whether the handler was stopped because it took too long.
    pub fn is_timeout(&self) -> bool {
        self.0.cause == FailureCause::TimedOut
    }

    /// Whether [`ToolError::nothing_ran`] was said.
    pub fn is_refusal(&self) -> bool {
        self.0.cause == FailureCause::NothingRan
    }

    /// What only the log may see.
    pub(crate) fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }
}

impl<E: Display> From<E> for ToolError {
    fn from(error: E) -> Self {
        let text = text(&error);
        if is_the_authors_words::<E>() {
            Self::new(text)
        } else {
            Self::internal(text)
        }
    }
}

/// An error's own words, for `From` and for `#[derive(ToolError)]`.
pub fn text<E: Display>(error: &E) -> String {
    // `{:#}` is anyhow's and eyre's way of writing the whole chain.
    format!("{error:#}")
}

/// Text types only. `typeid` answers for types that borrow, too: `MutexGuard`'s poison error must
/// pass through `?` as well, so there is no `'static` bound to ask `Any` with.
fn is_the_authors_words<E>() -> bool {
    let id = typeid::of::<E>();
    [
        TypeId::of::<String>(),
        TypeId::of::<&str>(),
        TypeId::of::<Box<str>>(),
        TypeId::of::<Cow<'static, str>>(),
    ]
    .contains(&id)
}

/// Shows an error to the model that `?` would keep for the log.
pub trait ExposeExt<T> {
    /// The same result, its error's text shown.
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

/// Six hexadecimal digits that differ from call to call and from process to process.
pub(crate) fn reference() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let hash = SEED.hash_one(NEXT.fetch_add(1, Ordering::Relaxed));
    format!("{:06x}", hash & 0xff_ffff)
}
