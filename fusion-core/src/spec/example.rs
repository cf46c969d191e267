//! The examples of an action.

use serde_json::Value;

/// A sentence of a user, and the arguments of the call that it means.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ExampleSpec {
    /// The sentence.
    pub sentence: &'static str,
    /// The arguments under the names of their group.
    #[doc(hidden)]
    pub arguments: &'static [ExampleArgument],
}

/// One argument of an example.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ExampleArgument {
    /// The name of the argument in its group.
    pub(crate) name: &'static str,
    /// The function that returns the value. It may panic.
    pub(crate) value: fn() -> Value,
}

impl ExampleSpec {
    /// Returns an example.
    #[doc(hidden)]
    pub const fn new(sentence: &'static str, arguments: &'static [ExampleArgument]) -> Self {
        Self {
            sentence,
            arguments,
        }
    }
}

impl ExampleArgument {
    /// Returns an argument with the function that makes its value.
    pub const fn new(name: &'static str, value: fn() -> Value) -> Self {
        Self { name, value }
    }
}
