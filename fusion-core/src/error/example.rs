//! The errors of examples.

/// A mistake in an example of an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExampleError {
    /// The expression of a value panicked, or is no JSON.
    #[error(
        "the value of `{argument}` in example \"{sentence}\" of `{tool}/{key}` panicked or is no JSON: fix its expression"
    )]
    Panicked {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The sentence of the example.
        sentence: String,
        /// The name of the argument in its group.
        argument: String,
    },
    /// The action would refuse a call with the arguments of the example.
    #[error(
        "example \"{sentence}\" of `{tool}/{key}` is no valid call: {}",
        reasons.join("; ")
    )]
    Refused {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The sentence of the example.
        sentence: String,
        /// The problems of the arguments, each with the name of its argument.
        reasons: Vec<String>,
    },
    /// An example has a value of a secret argument, and examples are shown.
    #[error(
        "example \"{sentence}\" of `{tool}/{key}` has a value of the secret argument `{argument}`, and examples are shown: leave it out, also if it is required"
    )]
    Secret {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The sentence of the example.
        sentence: String,
        /// The published name of the argument.
        argument: String,
    },
    /// Two examples of an action have one sentence, or a sentence is not one line of words.
    #[error(
        "example {sentence:?} of `{tool}/{key}`: a sentence is one line of words, and stands at an action once"
    )]
    Sentence {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The sentence of the example.
        sentence: String,
    },
}
