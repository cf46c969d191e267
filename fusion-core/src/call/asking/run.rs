//! The run of a handler that may ask.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use serde_json::json;

use super::{AskedState, PreparedAsking, StateError};
use crate::{
    call::{Runtime, dispatch::BoxedCall, row::LocatedRow},
    ctx::{
        Cancellation,
        ask::{AskStep, MAX_ROUNDS, QuestionRoute, codes, too_large, too_many_rounds},
    },
    error::{CallError, Question, ToolError},
    result::{catch, catch_call},
};

/// The reason why a poll of a handler stops.
enum PollEnd {
    Ended(Result<(), ToolError>),
    Asks(AskStep),
    Cancelled,
}

/// Polls an author's code as [`run_guarded`](crate::call::run::run_guarded) does, and ends it once it waits
/// for an answer that this round does not have.
pub(in crate::call) async fn run_asking(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    mut future: BoxedCall<'_>,
    cancellation: &Cancellation,
    asking: &PreparedAsking,
) -> Result<Result<(), ToolError>, CallError> {
    let mut cancelled = pin!(cancellation.cancelled());
    let mut confirmed = Vec::new();
    loop {
        let end = poll_fn(|cx| {
            if cancelled.as_mut().poll(cx).is_ready() {
                return Poll::Ready(PollEnd::Cancelled);
            }
            match pin!(catch(future.as_mut())).poll(cx) {
                Poll::Ready(result) => {
                    Poll::Ready(PollEnd::Ended(result.and_then(|result| result)))
                }
                Poll::Pending => match asking.call.next_step(cx.waker()) {
                    Some(step) => Poll::Ready(PollEnd::Asks(step)),
                    None => Poll::Pending,
                },
            }
        })
        .await;
        let step = match end {
            PollEnd::Ended(result) => {
                if let Some(identity) = &asking.unanswered
                    && let Err(error) = runtime.asking.keeper.use_up(identity).await
                {
                    tracing::debug!(%error, "a state without answers was not used up");
                }
                return Ok(result);
            }
            PollEnd::Cancelled => return Err(CallError::Cancelled),
            PollEnd::Asks(step) => step,
        };
        let error = match step {
            AskStep::Refuse(error) => row.failed(error),
            AskStep::Questions(questions) => match asking.call.route() {
                QuestionRoute::Rounds => asked(runtime, row, asking, questions),
                QuestionRoute::Session(_) | QuestionRoute::Unasked { .. } => {
                    match redeem(runtime, row, asking, &questions, &mut confirmed).await {
                        None => continue,
                        Some(error) => row.failed(error),
                    }
                }
            },
        };
        // The destructors of a handler are its author's code.
        return Err(match catch_call(|| drop(future)) {
            Ok(()) => error,
            Err(panic) => row.failed(panic),
        });
    }
}

/// Ends a round with its questions.
fn asked(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    asking: &PreparedAsking,
    questions: Vec<Question>,
) -> CallError {
    let kept = asking.call.kept();
    if kept.round >= MAX_ROUNDS {
        return row.failed(too_many_rounds());
    }
    let state = AskedState {
        round: kept.round + 1,
        answers: kept.answers,
        pending: questions.iter().map(pending_entry).collect(),
        once: kept.once,
    };
    let binding = asking.identity.binding(row);
    let again = asking.unanswered.as_ref();
    match runtime.asking.keeper.seal(&state, &binding, again) {
        Ok(state) => CallError::Asked { questions, state },
        Err(error) => row.failed(midway_state_error(&error)),
    }
}

/// Returns the place of a question, and after a space its id if that is another text.
fn pending_entry(question: &Question) -> String {
    if question.id == question.place {
        question.place.clone()
    } else {
        format!("{} {}", question.place, question.id)
    }
}

/// Accepts the questions that the model confirms with tokens. Returns the error of the call if one is left,
/// with new tokens.
async fn redeem(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    asking: &PreparedAsking,
    questions: &[Question],
    confirmed: &mut Vec<Question>,
) -> Option<ToolError> {
    let keeper = &runtime.asking.keeper;
    let binding = asking.identity.binding(row);
    let mut open = Vec::new();
    for question in questions {
        let Some(token) = asking
            .tokens
            .get(confirmed.len())
            .filter(|_| open.is_empty())
        else {
            open.push(question);
            continue;
        };
        if let Err(error) = keeper.redeem(token, &question.place, &binding).await {
            return Some(midway_state_error(&error));
        }
        let accepted = json!({"action": "accept", "content": {}});
        asking.call.accept(question.place.clone(), accepted);
        confirmed.push(question.clone());
    }
    if open.is_empty() {
        return None;
    }
    let steps = asking.call.kept().once;
    let mut tokens = Vec::new();
    // What was confirmed is confirmed again by the next call, whose handler begins again.
    for question in confirmed.iter().chain(open.iter().copied()) {
        let steps = tokens.is_empty().then_some(&steps);
        match keeper.token(&question.place, &binding, steps).await {
            Ok(token) => tokens.push(token),
            Err(error) => return Some(midway_state_error(&error)),
        }
    }
    let texts: Vec<_> = open
        .iter()
        .map(|question| question.message.as_str())
        .collect();
    let error = ToolError::new(format!(
        "not done yet, because the user must confirm it: {}",
        texts.join("\n")
    ));
    let is_searched = row.listing.is_some_and(|(_, rows)| rows.is_searched());
    let place = if is_searched {
        ", inside of `arguments`,"
    } else {
        ""
    };
    Some(error.code(codes::CONFIRMATION_REQUIRED).nothing_ran().hint(format!(
        "Show the user this question. If they agree, call again with the same arguments and{place} `confirmation`: \"{}\".",
        tokens.join(" ")
    )))
}

/// Returns the error of a call whose state is refused. The client made the request, and not the model.
pub(super) fn refused_state(row: &LocatedRow<'_, '_>, error: &StateError) -> CallError {
    let error = state_error(error);
    let text = row.text(|context| context.failed(row.def, &error));
    CallError::State { text, error }
}

/// Returns the error of a call whose state or token is refused before anything runs.
pub(super) fn state_error(error: &StateError) -> ToolError {
    refusal(error, "nothing was done").nothing_ran()
}

/// Returns the error of a call that has begun, and whose state or token cannot be kept or is refused.
fn midway_state_error(error: &StateError) -> ToolError {
    refusal(error, "steps before the question may have been done")
}

/// Returns the error for a state or a token. `done` describes what ran before it, for a store that fails.
fn refusal(error: &StateError, done: &str) -> ToolError {
    let code = match error {
        StateError::Invalid => codes::INVALID_STATE,
        StateError::Expired => codes::EXPIRED_STATE,
        StateError::Used => codes::USED_STATE,
        StateError::WrongToken => codes::WRONG_CONFIRMATION,
        // The steps whose results are too large have run.
        StateError::TooLarge => return too_large(),
        StateError::Unavailable(source) => {
            tracing::error!(error = %source, "the state of a question is not available");
            return ToolError::new(format!("{error}; {done}")).code(codes::STATE_UNAVAILABLE);
        }
    };
    ToolError::new(error.to_string()).code(code)
}
