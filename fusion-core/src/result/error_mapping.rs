//! Autoref specialization that maps an author's error with `IntoToolError` if its type implements it.
//!
//! Method lookup on `&mut ReturnedValue<T>` finds [`MapOwnError`] by value if the error type implements
//! `IntoToolError`, and otherwise [`KeepError`], one reference deeper. `KeepError` leaves the value
//! unchanged, so that a single bound reports a type that cannot be returned.

use super::{IntoPromptResult, IntoResourceResult, IntoToolResult, ToolForm, ToolResult};
use crate::error::{IntoToolError, ToolError};

/// The returned value of a handler. It can be taken out once.
#[derive(Debug)]
pub struct ReturnedValue<T>(Option<T>);

impl<T> ReturnedValue<T> {
    /// Stores a returned value.
    pub fn new(value: T) -> Self {
        Self(Some(value))
    }
}

/// The conversion of a value whose error type implements `IntoToolError`.
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

impl<T, E: IntoToolError> MapOwnError for ReturnedValue<Result<T, E>> {
    type Out = Result<T, ToolError>;

    fn map_error(&mut self) -> Option<Self::Out> {
        let value = self.0.take()?;
        Some(value.map_err(E::into_tool_error))
    }
}

impl<T> KeepError for &mut ReturnedValue<T> {
    type Out = T;

    fn map_error(&mut self) -> Option<T> {
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
