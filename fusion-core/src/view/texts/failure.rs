//! What the model reads of a handler's error.

use std::time::Duration;

use super::{
    Scene,
    bounded::{LIST, as_many_as_fit, shortened},
};
use crate::{args::on_one_line, definition::ActionDef, result::ToolError};

/// `[platform/users.create] database is locked`, then one line for each thing to do.
pub(super) fn text(scene: &Scene<'_>, action: &ActionDef, error: &ToolError) -> String {
    let mut text = opening(&format!("[{}]", scene.place(action)), error);
    let suggested = suggestions(scene, action, error);
    if !suggested.is_empty() {
        text.push_str("\nTry: ");
        text.push_str(&as_many_as_fit(suggested, ", ", LIST));
    }
    // To call again what is not idempotent could do it twice.
    if let Some(delay) = error.retry_delay()
        && (action.spec.hints.idempotent || error.is_refusal())
    {
        retry(&mut text, delay);
    }
    text
}

/// `Error: who are you?`: nothing ran, so that calling again is always safe.
pub(super) fn refusal(error: &ToolError) -> String {
    let mut text = opening("Error:", error);
    if let Some(delay) = error.retry_delay() {
        retry(&mut text, delay);
    }
    text
}

/// The place and the message, then the hint.
fn opening(place: &str, error: &ToolError) -> String {
    let mut text = format!("{place} {}", shortened(error.message(), LIST));
    if let Some(reference) = error.reference() {
        text = format!("{text} (reference {reference})");
    }
    if let Some(hint) = error.hint_text() {
        text.push_str("\nHint: ");
        text.push_str(&on_one_line(&shortened(hint, LIST)));
    }
    text
}

fn retry(text: &mut String, delay: Duration) {
    text.push_str("\nRetry after ");
    text.push_str(&in_words(delay));
}

/// The suggested actions, as this caller calls them, without those that are hidden; a key without a
/// dot is one of the same module.
fn suggestions(scene: &Scene<'_>, action: &ActionDef, error: &ToolError) -> Vec<String> {
    let mut names = Vec::new();
    for suggested in error.suggestions() {
        let mut all = scene.tool.actions.iter().enumerate();
        let found = all.find(|(_, other)| {
            other.key == suggested || (other.module == action.module && other.spec.key == suggested)
        });
        let called = found.and_then(|(at, other)| {
            let part = scene.entry.part_of(scene.parts, at);
            scene.entry.called(part, at, &other.key)
        });
        if let Some(name) = called
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// `5 s`, `1.5 s`, `250 ms`; never less than the delay.
fn in_words(delay: Duration) -> String {
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
