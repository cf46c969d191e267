//! The errors of calls whose key is refused. Nothing of such a call runs.

use std::time::Duration;

use super::codes;
use crate::{
    call::row::LocatedRow,
    definition::once::IDEMPOTENCY_KEY,
    error::{BoundedList, CallError, Problem, ProblemKind, ToolError},
    shared::StoreError,
};

/// The delay that a model waits for a call that still runs.
const RETRY: Duration = Duration::from_secs(10);

/// The key is an empty text.
pub(super) fn empty_key(row: &LocatedRow<'_, '_>) -> CallError {
    let reason = "\"\" names no call; send 1 to 128 characters, new for each operation, or leave it out to run without \
                  a key";
    let mut problems = BoundedList::default();
    problems.push(Problem {
        slot: row
            .def
            .args
            .iter()
            .position(|arg| arg.name == IDEMPOTENCY_KEY),
        path: String::new(),
        kind: ProblemKind::Rejected {
            reason: Some(reason.to_owned()),
        },
    });
    row.invalid(problems)
}

/// The key belongs to a call with other arguments.
pub(super) fn other_arguments() -> ToolError {
    refusal(
        codes::KEY_REUSED,
        "this `idempotency_key` belongs to an earlier call with other arguments; nothing was done",
        "For another operation, call with a new key. To repeat the earlier call, send its arguments unchanged.",
    )
}

/// The first call has not ended in the time for which a repetition waits.
pub(super) fn still_running() -> ToolError {
    refusal(
        codes::STILL_RUNNING,
        "the first call with this `idempotency_key` still runs",
        "Repeat the call with the same key and arguments to get its answer.",
    )
    .retry_after(RETRY)
}

/// The first call ended without an answer.
pub(super) fn unknown_outcome() -> ToolError {
    refusal(
        codes::OUTCOME_UNKNOWN,
        "the outcome of the first call with this `idempotency_key` is unknown: it was interrupted, and may or may not \
         have taken effect; this call did nothing",
        "Find out whether it took effect, and only if not, call with a new key.",
    )
}

/// The first call was done, and its answer cannot be given again. `reason` completes "its answer …".
pub(super) fn answer_not_kept(reason: &str) -> ToolError {
    refusal(
        codes::ANSWER_NOT_KEPT,
        &format!(
            "the first call with this `idempotency_key` was done, and its answer {reason}; this call did nothing"
        ),
        "Do not call again for the same operation; read its result in another way.",
    )
}

/// Nothing names the caller of a request, so that another caller could get the answer.
pub(super) fn unknown_caller() -> ToolError {
    refusal(
        codes::UNKNOWN_CALLER,
        "`idempotency_key` is not accepted here, because nothing tells one caller of this server from another; nothing \
         was done",
        "Call without `idempotency_key`, and do not repeat a call that may have taken effect.",
    )
}

/// The store cannot note the call.
pub(super) fn unavailable(error: &StoreError) -> ToolError {
    tracing::error!(error = %source_text(error), "the store of calls that run once is not available");
    refusal(
        codes::KEYS_UNAVAILABLE,
        "the `idempotency_key` cannot be checked at the moment; nothing was done",
        "Repeat the call with the same key and arguments later.",
    )
}

/// Returns the text of the innermost error, which names the cause.
pub(super) fn source_text(error: &StoreError) -> String {
    match error {
        StoreError::Unavailable(source) => source.to_string(),
        other => other.to_string(),
    }
}

fn refusal(code: &'static str, text: &str, hint: &'static str) -> ToolError {
    let error = ToolError::new(text.to_owned());
    error.code(code).hint(hint).nothing_ran()
}
