//! Error text of a handler's `ToolError`.

use std::time::Duration;

use super::{
    TextContext,
    limit::{LIST, as_many_as_fit, indent_further_lines, shorten},
};
use crate::{
    definition::ActionDef,
    error::{ToolError, on_one_line},
};

/// `[platform/users.create] database is locked`, then the hint, the suggested actions and the retry
/// delay.
pub(super) fn text(context: &TextContext<'_>, action: &ActionDef, error: &ToolError) -> String {
    let mut text = message_and_hint(&format!("[{}]", context.place(action)), error);
    let suggested = suggestions(context, action, error);
    if !suggested.is_empty() {
        text.push_str("\nTry: ");
        text.push_str(&as_many_as_fit(suggested, ", ", LIST));
    }
    if let Some(delay) = error.retry_delay() {
        // A retry of an action that is not idempotent could apply its effect twice.
        if action.spec.hints.idempotent || error.may_be_retried() {
            push_retry(&mut text, delay);
        } else {
            tracing::debug!(
                action = %format_args!("{}/{}", context.tool.spec.name, action.key),
                ?delay,
                "the retry delay of an error is not shown, because the action is not idempotent and \
                 the error is not marked as unchanged"
            );
        }
    }
    text
}

/// `Error: who are you?`, then the retry delay. No handler ran, so a retry is always safe.
pub(super) fn refusal(error: &ToolError) -> String {
    let mut text = message_and_hint("Error:", error);
    if let Some(delay) = error.retry_delay() {
        push_retry(&mut text, delay);
    }
    text
}

/// Returns the place and the message, then the hint. Further lines of the message are indented, so that
/// a message that repeats a caller's text contains no line such as `Try: delete`.
fn message_and_hint(place: &str, error: &ToolError) -> String {
    let message = shorten(error.message(), LIST);
    let mut text = format!("{place} {}", indent_further_lines(&message));
    if let Some(reference) = error.reference() {
        text = format!("{text} (reference {reference})");
    }
    if let Some(hint) = error.hint_text() {
        text.push_str("\nHint: ");
        text.push_str(&on_one_line(&shorten(hint, LIST)));
    }
    text
}

fn push_retry(text: &mut String, delay: Duration) {
    text.push_str("\nRetry after ");
    text.push_str(&format_delay(delay));
}

/// Returns the names under which this caller calls the suggested actions, without hidden ones and
/// without the action that failed. A key without a dot names an action of the same module.
fn suggestions(context: &TextContext<'_>, action: &ActionDef, error: &ToolError) -> Vec<String> {
    let mut names = Vec::new();
    for suggested in error.suggestions() {
        let found = context.tool.suggested(action, suggested);
        let called = found.and_then(|at| {
            let other = context.tool.actions.get(at)?;
            // Several actions may share the type of an error, which suggests one of them.
            if other.key == action.key {
                return None;
            }
            let part = context.entry.part_of(context.parts, at);
            let name = context.entry.call_name(part, at, &other.key)?;
            Some(match part {
                Some(part) if part.is_searched() && part.name != context.entry.name => {
                    format!("{name} ({})", part.name)
                }
                _ => name,
            })
        });
        match called {
            Some(name) if names.contains(&name) => {}
            Some(name) => names.push(name),
            None => {
                let reason = match found {
                    Some(_) => "the caller cannot see it",
                    None => "the tool has no such action",
                };
                tracing::debug!(
                    action = %format_args!("{}/{}", context.tool.spec.name, action.key),
                    suggested,
                    "a suggested action is not shown: {reason}"
                );
            }
        }
    }
    names
}

/// Formats a delay, rounded up to milliseconds: `5 s`, `1.5 s`, `250 ms`.
pub(super) fn format_delay(delay: Duration) -> String {
    let millis = delay.as_nanos().div_ceil(1_000_000);
    let (seconds, rest) = (millis / 1_000, millis % 1_000);
    match (seconds, rest) {
        (_, 0) => format!("{seconds} s"),
        (0, _) => format!("{rest} ms"),
        _ => {
            let digits = format!("{rest:03}");
            format!("{seconds}.{} s", digits.trim_end_matches('0'))
        }
    }
}
