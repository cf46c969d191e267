//! Questions by the author's methods: `#[action(confirm = Self::question)]`.

use std::{borrow::Borrow, future::Future, pin::Pin};

use crate::error::ToolError;

/// The sentence that the user confirms, or `None` if there is nothing to confirm.
type QuestionResult = Result<Option<String>, ToolError>;

/// The boxed future of a question.
pub type QuestionFuture<'a> = Pin<Box<dyn Future<Output = QuestionResult> + Send + 'a>>;

/// Boxes the future of a question.
pub fn question<'a>(
    future: impl Future<Output = QuestionResult> + Send + 'a,
) -> QuestionFuture<'a> {
    Box::pin(future)
}

/// A value that the method of a question returns. Authors do not implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a question",
    label = "neither a text nor an `Option` or a `Result` of one",
    note = "the method of `confirm` returns the sentence that the user confirms: a `String`, a `&'static str`, an `Option` of one of them, where `None` asks nothing, or a `Result` of these, whose error is like that of an action"
)]
pub trait QuestionText {
    /// Returns the sentence, or `None` if there is nothing to confirm.
    #[doc(hidden)]
    fn into_question(self) -> QuestionResult;
}

impl QuestionText for String {
    fn into_question(self) -> QuestionResult {
        Ok(Some(self))
    }
}

impl QuestionText for &'static str {
    fn into_question(self) -> QuestionResult {
        Ok(Some(self.to_owned()))
    }
}

impl<T: QuestionText> QuestionText for Option<T> {
    fn into_question(self) -> QuestionResult {
        self.map_or(Ok(None), T::into_question)
    }
}

impl<T: QuestionText, E: Into<ToolError>> QuestionText for Result<T, E> {
    fn into_question(self) -> QuestionResult {
        self.map_err(Into::into)?.into_question()
    }
}

/// Converts the returned value of a question. This is the only place with a bound on the return type,
/// so that rustc reports a wrong type once.
pub fn question_text<T: QuestionText>(returned: Option<T>) -> QuestionResult {
    returned
        .ok_or_else(|| ToolError::internal("the value of a question was taken twice"))?
        .into_question()
}

/// An argument that the method of a question takes as `&P`. Implemented for every type that borrows as
/// `P`, such as a `String` for `&str`; authors do not implement it.
#[diagnostic::on_unimplemented(
    message = "the argument of the action is a `{Self}`, and no `{P}`",
    label = "not the type of the argument with this name",
    note = "the method of `confirm` takes an argument of its action by its name and by reference: write `&{Self}`; another name is that of an injected value"
)]
pub trait AsParameter<P: ?Sized> {
    /// Returns the argument as the method takes it.
    #[doc(hidden)]
    fn as_parameter(&self) -> &P;
}

#[diagnostic::do_not_recommend]
impl<T: Borrow<P>, P: ?Sized> AsParameter<P> for T {
    fn as_parameter(&self) -> &P {
        self.borrow()
    }
}

/// Lends an argument to the method of a question.
pub fn parameter<P: ?Sized, T: AsParameter<P>>(argument: &T) -> &P {
    argument.as_parameter()
}
