//! The future of one question.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use serde_json::Value;

use super::{
    Answer,
    call::{AskingCall, QuestionRoute, WaitingQuestion},
    codes,
    form::{AnswerForm, NO_FIELDS},
};
use crate::{
    ctx::link::{AnswerFuture, ClientLink},
    error::{Question, ToolError, on_one_line},
    spec::Unasked,
};

/// The future of a question. It is not ready if the call cannot go on; see [`Ask`](crate::Ask).
#[must_use = "a question is asked when it is awaited"]
pub struct AskFuture<'a, T> {
    call: &'a Arc<AskingCall>,
    form: Option<&'a Arc<AnswerForm>>,
    name: String,
    /// The id that clients see, if it is not `name`.
    id: Option<String>,
    text: String,
    /// The reason why the last answer was not accepted.
    refused: Option<String>,
    sent: Option<SentQuestion>,
    read: ReadFn<T>,
}

/// Reads the content of an accepted form.
type ReadFn<T> = fn(Option<&AnswerForm>, Value) -> Result<T, String>;

/// A question that waits for the client.
struct SentQuestion {
    answer: AnswerFuture,
    _waiting: WaitingQuestion,
}

impl<'a, T> AskFuture<'a, T> {
    pub(super) fn new(
        call: &'a Arc<AskingCall>,
        form: Option<&'a Arc<AnswerForm>>,
        text: String,
        read: ReadFn<T>,
    ) -> Self {
        let name = call.name_question(&text, form.map(|form| &**form));
        Self {
            call,
            form,
            name,
            id: None,
            text,
            refused: None,
            sent: None,
            read,
        }
    }

    /// Sets the id under which a client receives the question, for its logs and for tests. Questions that wait
    /// together need different ids; each has one of its own by default. It has no effect in a session, whose
    /// requests have no such id.
    pub fn named(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Returns the question, with the reason why the last answer was not accepted.
    fn question(&self) -> Question {
        let message = match &self.refused {
            None => self.text.clone(),
            Some(reason) => format!("{}\n\nPlease answer again: {reason}", self.text),
        };
        let form = self.form.map_or_else(|| &*NO_FIELDS, |form| &form.schema);
        let mut question = Question::new(self.name.clone(), message, Arc::clone(form));
        if let Some(id) = &self.id {
            question.id.clone_from(id);
        }
        question
    }

    /// Reads an answer as it is on the wire.
    fn read_answer(&self, mut answer: Value) -> Result<Answer<T>, String> {
        match answer.get("action").and_then(Value::as_str) {
            Some("accept") => {
                let content = answer.get_mut("content").map(Value::take);
                let form = self.form.map(|form| &**form);
                (self.read)(form, content.unwrap_or_default()).map(Answer::Accepted)
            }
            Some("decline") => Ok(Answer::Declined),
            Some("cancel") => Ok(Answer::Cancelled),
            _ => Err("the answer has no action".to_owned()),
        }
    }

    /// Asks by ending the call, unless an earlier round has the answer.
    fn poll_rounds(&mut self, cx: &Context<'_>) -> Poll<Answer<T>> {
        if let Some(answer) = self.call.answer(&self.name) {
            match self.read_answer(answer) {
                Ok(answer) => return Poll::Ready(answer),
                Err(reason) => self.refused = Some(reason),
            }
        }
        self.call.ask(self.question(), cx);
        Poll::Pending
    }

    /// Asks the client in the middle of the call, until its answer is one.
    fn poll_session(&mut self, link: &dyn ClientLink, cx: &mut Context<'_>) -> Poll<Answer<T>> {
        loop {
            let Some(sent) = &mut self.sent else {
                let waiting = match self.call.begin_wait() {
                    Ok(waiting) => waiting,
                    Err(error) => {
                        self.call.refuse(error);
                        return Poll::Pending;
                    }
                };
                self.sent = Some(SentQuestion {
                    answer: link.ask(self.question()),
                    _waiting: waiting,
                });
                continue;
            };
            let Poll::Ready(answer) = sent.answer.as_mut().poll(cx) else {
                return Poll::Pending;
            };
            self.sent = None;
            let answer = match answer {
                Ok(answer) => answer,
                Err(reason) => {
                    self.call.refuse(not_asked(&reason));
                    return Poll::Pending;
                }
            };
            match self.read_answer(answer.clone()) {
                Ok(read) => {
                    self.call.keep_answer(self.name.clone(), answer);
                    return Poll::Ready(read);
                }
                Err(reason) => self.refused = Some(reason),
            }
        }
    }

    /// Goes on without an answer, as far as the action allows it.
    fn poll_unasked(
        &mut self,
        behaviour: Unasked,
        reason: &'static str,
        cx: &Context<'_>,
    ) -> Poll<Answer<T>> {
        let is_confirmation = self.form.is_none();
        match behaviour {
            Unasked::Allow if is_confirmation => {
                if let Ok(accepted) = (self.read)(None, Value::Null) {
                    return Poll::Ready(Answer::Accepted(accepted));
                }
            }
            // The runner accepts it if the model has the token.
            Unasked::Token if is_confirmation => return self.poll_rounds(cx),
            _ => {}
        }
        let error = ToolError::new(format!("this asks the user, and {reason}"));
        let error = error.code(codes::CANNOT_ASK).hint(
            "Connect with a client that shows questions to its user, or ask the user to do this another way.",
        );
        self.call.refuse(error);
        Poll::Pending
    }
}

impl<T> Future for AskFuture<'_, T> {
    type Output = Answer<T>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer<T>> {
        let this = self.get_mut();
        if this.text.trim().is_empty() {
            // Nobody can agree to nothing, and an action must not run because its question is missing.
            this.call
                .refuse(ToolError::internal("a question to the user has no text"));
            return Poll::Pending;
        }
        match &this.call.route {
            QuestionRoute::Rounds => this.poll_rounds(cx),
            QuestionRoute::Session(link) => this.poll_session(&**link, cx),
            QuestionRoute::Unasked { behaviour, reason } => {
                this.poll_unasked(*behaviour, reason, cx)
            }
        }
    }
}

impl<T> fmt::Debug for AskFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskFuture").finish_non_exhaustive()
    }
}

/// The error of a call whose client did not pass on the question.
fn not_asked(reason: &str) -> ToolError {
    let reason = on_one_line(reason);
    ToolError::new(format!("the user could not be asked: {reason}")).code(codes::NOT_ASKED)
}
