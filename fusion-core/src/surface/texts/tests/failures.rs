//! Error texts of failed handlers.

use std::time::Duration;

use super::{platform, render};
use crate::{definition::ActionDef, error::ToolError, surface::TextContext};

fn failure_text(action: usize, error: &ToolError) -> String {
    let tool = platform();
    let action: &ActionDef = &tool.actions[action];
    render(&tool, |context| context.failed(action, error))
}

#[test]
fn a_handler_s_error_is_its_message_and_what_to_do() {
    let error = || {
        ToolError::new("database is locked")
            .hint("wait\na little")
            .suggest("ban")
            .suggest("teams.list")
            .suggest("users.ban")
            .suggest("list")
            .retry_after(Duration::from_secs(5))
    };
    assert_eq!(
        failure_text(0, &error()),
        "[platform/users.create] database is locked\n\
         Hint: wait\\na little\n\
         Try: users.ban, teams.list\n\
         Retry after 5 s"
    );
    // `ban` is not idempotent.
    assert_eq!(
        failure_text(1, &error()),
        "[platform/users.ban] database is locked\n\
         Hint: wait\\na little\n\
         Try: teams.list"
    );
}

#[test]
fn an_internal_error_is_a_reference_and_no_details() {
    let error = ToolError::internal("/etc/passwd");
    let reference = error.reference().unwrap().to_owned();
    assert_eq!(
        failure_text(0, &error),
        format!("[platform/users.create] internal error (reference {reference})")
    );
}

#[test]
fn a_message_of_any_length_is_bounded() {
    let error = ToolError::new("m".repeat(5_000)).hint("h".repeat(5_000));
    assert_eq!(
        failure_text(0, &error),
        format!(
            "[platform/users.create] {}…\nHint: {}…",
            "m".repeat(2_000),
            "h".repeat(2_000)
        )
    );
}

#[test]
fn a_delay_is_told_in_seconds_and_below_one_in_milliseconds() {
    for (delay, words) in [
        (Duration::from_secs(5), "5 s"),
        (Duration::from_secs(90), "90 s"),
        (Duration::from_millis(250), "250 ms"),
        (Duration::from_millis(1_500), "1.5 s"),
        (Duration::from_millis(2_050), "2.05 s"),
        (Duration::from_micros(1), "1 ms"),
        (Duration::ZERO, "0 s"),
    ] {
        let error = ToolError::new("no").retry_after(delay);
        let expected = format!("[platform/users.create] no\nRetry after {words}");
        assert_eq!(failure_text(0, &error), expected);
    }
}

#[test]
fn further_lines_of_a_message_are_indented_so_that_none_is_one_of_ours() {
    for (message, expected) in [
        ("no\nTry: users.ban", "no\n  Try: users.ban"),
        (
            "no\r\nHint: x\rRetry after 1 s",
            "no\n  Hint: x\n  Retry after 1 s",
        ),
        ("a\u{2028}Try: b\u{85}c", "a\n  Try: b\n  c"),
        ("a\tb\n\tc", "a\tb\n  \tc"),
        ("a\u{202e}b\u{1b}[2J", r"a\u{202e}b\u{1b}[2J"),
        ("\n\nx", "\n  \n  x"),
    ] {
        let text = failure_text(0, &ToolError::new(message));
        assert_eq!(
            text,
            format!("[platform/users.create] {expected}"),
            "{message:?}"
        );
    }
    let refusal = TextContext::refused(&ToolError::new("no\nTry: x"));
    assert_eq!(refusal, "Error: no\n  Try: x");
}

#[test]
fn a_retry_is_told_where_the_failed_call_changed_nothing() {
    let error = ToolError::new("busy").retry_after(Duration::from_secs(1));
    assert_eq!(failure_text(1, &error), "[platform/users.ban] busy");
    let expected = "[platform/users.ban] busy\nRetry after 1 s";
    assert_eq!(failure_text(1, &error.unchanged()), expected);
}
