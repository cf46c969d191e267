//! Asks the author's error type for its own mapping first, at the concrete type.
//!
//! Method lookup on `&mut ReturnedValue<T>` finds [`MapOwnError`] by value where the error type implements
//! `IntoToolError`, and only otherwise, one reference deeper, [`KeepError`]. That leaves the value
//! as it is for the one bound that reports a type which cannot be returned.

use super::{IntoPromptResult, IntoResourceResult, IntoToolResult, ToolForm, ToolResult};
use crate::error::{IntoToolError, ToolError};

/// A returned value on its way to the wire; taken out once.
#[derive(Debug)]
pub struct ReturnedValue<T>(Option<T>);

impl<T> ReturnedValue<T> {
    /// A value that was just returned.
    pub fn of(value: T) -> Self {
        Self(Some(value))
    }
}

/// The error type has its own mapping.
pub trait MapOwnError {
    /// What is left to convert.
    type Out;
    /// Takes the value out, its error mapped.
    fn lift(&mut self) -> Option<Self::Out>;
}

/// Anything else passes unchanged.
pub trait KeepError {
    /// The same type.
    type Out;
    /// Takes the value out.
    fn lift(&mut self) -> Option<Self::Out>;
}

impl<T, E: IntoToolError> MapOwnError for ReturnedValue<Result<T, E>> {
    type Out = Result<T, ToolError>;

    fn lift(&mut self) -> Option<Self::Out> {
        let value = self.0.take()?;
        Some(value.map_err(E::into_tool_error))
    }
}

impl<T> KeepError for &mut ReturnedValue<T> {
    type Out = T;

    fn lift(&mut self) -> Option<T> {
        self.0.take()
    }
}

/// The last step of an arm of the expansion: the one place where the bound on a return type is
/// asked for, so that a wrong type gives one error.
pub fn answer<T: IntoToolResult>(lifted: Option<T>, form: ToolForm) -> ToolResult {
    lifted.ok_or_else(taken)?.into_tool_result(form)
}

/// The same of a prompt.
pub fn answer_prompt<T: IntoPromptResult>(lifted: Option<T>) -> ToolResult {
    lifted.ok_or_else(taken)?.into_prompt_result()
}

/// The same of a resource.
pub fn answer_resource<T: IntoResourceResult>(lifted: Option<T>) -> ToolResult {
    lifted.ok_or_else(taken)?.into_resource_result()
}

fn taken() -> ToolError {
    ToolError::internal("a returned value was taken twice")
}
