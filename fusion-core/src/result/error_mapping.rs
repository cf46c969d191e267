//! Autoderef specialization that maps the error of a returned `Result` by the traits of its type.
//!
//! Method lookup on `&mut ReturnedValue<T>` tries [`ReturnedValue`], then what it dereferences to, down
//! to [`UnmappedValue`], and takes the first level whose bounds hold:
//!
//! 1. `IntoToolError`: the author's own mapping.
//! 2. `Into<ToolError>`: left as it is, because [`IntoToolResult`] converts it.
//! 3. `Error`: an error that is not `Send` or not `Sync`.
//! 4. A box of such an error.
//! 5. `Display`.
//! 6. Any other value is unchanged, so that a single bound reports a type that cannot be returned.

use std::{
    error::Error,
    fmt::Display,
    ops::{Deref, DerefMut},
};

use super::{IntoPromptResult, IntoResourceResult, IntoToolResult, ToolForm, ToolResult};
use crate::error::{ErrorText, IntoToolError, TextOnly as _, ToolError, is_text_type};

/// The returned value of a handler. It can be taken out once.
#[derive(Debug)]
pub struct ReturnedValue<T>(ConvertedError<T>);

impl<T> ReturnedValue<T> {
    /// Stores a returned value.
    pub fn new(value: T) -> Self {
        let last = DisplayedError(UnmappedValue(Some(value)));
        Self(ConvertedError(LocalError(BoxedError(last))))
    }
}

/// The second level.
#[derive(Debug)]
pub struct ConvertedError<T>(LocalError<T>);

/// The third level.
#[derive(Debug)]
pub struct LocalError<T>(BoxedError<T>);

/// The fourth level.
#[derive(Debug)]
pub struct BoxedError<T>(DisplayedError<T>);

/// The fifth level.
#[derive(Debug)]
pub struct DisplayedError<T>(UnmappedValue<T>);

/// The last level.
#[derive(Debug)]
pub struct UnmappedValue<T>(Option<T>);

/// Dereferences each level to the next.
macro_rules! __fusion_next_level {
    ($($level:ident => $next:ident,)*) => {$(
        impl<T> Deref for $level<T> {
            type Target = $next<T>;

            fn deref(&self) -> &$next<T> {
                &self.0
            }
        }

        impl<T> DerefMut for $level<T> {
            fn deref_mut(&mut self) -> &mut $next<T> {
                &mut self.0
            }
        }
    )*};
}

__fusion_next_level! {
    ReturnedValue => ConvertedError,
    ConvertedError => LocalError,
    LocalError => BoxedError,
    BoxedError => DisplayedError,
    DisplayedError => UnmappedValue,
}

/// The conversion of a value whose error type has one.
pub trait MapOwnError {
    /// The type of the value after its error is mapped.
    type Out;
    /// Takes the value out and maps its error.
    fn map_error(&mut self) -> Option<Self::Out>;
}

/// The fallback of [`MapOwnError`]: any other value stays unchanged.
pub trait KeepError {
    /// The type of the value.
    type Out;
    /// Takes the value out.
    fn map_error(&mut self) -> Option<Self::Out>;
}

/// An error type without its concrete type, as a box dereferences to it.
pub trait AsError {
    /// Returns the error.
    fn as_error(&self) -> &(dyn Error + '_);
}

impl AsError for dyn Error + '_ {
    fn as_error(&self) -> &(dyn Error + '_) {
        self
    }
}

impl AsError for dyn Error + Send + '_ {
    fn as_error(&self) -> &(dyn Error + '_) {
        self
    }
}

impl<T, E: IntoToolError> MapOwnError for ReturnedValue<Result<T, E>> {
    type Out = Result<T, ToolError>;

    fn map_error(&mut self) -> Option<Self::Out> {
        let value = self.take()?;
        Some(value.map_err(E::into_tool_error))
    }
}

impl<T, E: Into<ToolError>> MapOwnError for ConvertedError<Result<T, E>> {
    type Out = Result<T, E>;

    fn map_error(&mut self) -> Option<Self::Out> {
        self.take()
    }
}

impl<T, E: Error> MapOwnError for LocalError<Result<T, E>> {
    type Out = Result<T, ToolError>;

    fn map_error(&mut self) -> Option<Self::Out> {
        let value = self.take()?;
        Some(value.map_err(|error| ToolError::internal_error(&error)))
    }
}

impl<T, E: Deref<Target: AsError>> MapOwnError for BoxedError<Result<T, E>> {
    type Out = Result<T, ToolError>;

    fn map_error(&mut self) -> Option<Self::Out> {
        let value = self.take()?;
        Some(value.map_err(|error| ToolError::internal_error(error.as_error())))
    }
}

impl<T, E: Display> MapOwnError for DisplayedError<Result<T, E>> {
    type Out = Result<T, ToolError>;

    fn map_error(&mut self) -> Option<Self::Out> {
        let value = self.take()?;
        Some(value.map_err(|error| {
            let text = ErrorText::new(&error).detail();
            if is_text_type::<E>() {
                ToolError::new(text)
            } else {
                ToolError::internal(text)
            }
        }))
    }
}

impl<T> KeepError for UnmappedValue<T> {
    type Out = T;

    fn map_error(&mut self) -> Option<T> {
        self.take()
    }
}

impl<T> UnmappedValue<T> {
    fn take(&mut self) -> Option<T> {
        self.0.take()
    }
}

/// Converts the returned value of an action to its result. This is the only place with a bound on the
/// return type, so that rustc reports a wrong type once.
pub fn answer<T: IntoToolResult>(returned: Option<T>, form: ToolForm) -> ToolResult {
    returned
        .ok_or_else(taken_twice_error)?
        .into_tool_result(form)
}

/// Converts the returned value of a prompt to its result.
pub fn answer_prompt<T: IntoPromptResult>(returned: Option<T>) -> ToolResult {
    returned.ok_or_else(taken_twice_error)?.into_prompt_result()
}

/// Converts the returned value of a resource to its result.
pub fn answer_resource<T: IntoResourceResult>(returned: Option<T>) -> ToolResult {
    returned
        .ok_or_else(taken_twice_error)?
        .into_resource_result()
}

fn taken_twice_error() -> ToolError {
    ToolError::internal("a returned value was taken twice")
}
