//! Prompts: messages that users pick, and the completion of their arguments.
//!
//! [`#[prompt]`](macro@crate::prompt) makes a prompt of a method. The method returns text, one or
//! several [`PromptMessage`]s, or anything else that implements [`IntoPromptResult`].

pub use crate::{
    call::{Completion, Reference},
    macro_support::{Complete, FilledArguments},
    result::prompt::{IntoPromptResult, PromptMessage, PromptResponse},
    surface::{ListedArgument, ListedPrompt},
};
