//! The end of a test whose expectation does not hold.

/// Panics with a text unless an expectation holds.
#[track_caller]
pub(super) fn expect(holds: bool, text: impl FnOnce() -> String) {
    if !holds {
        fail(&text());
    }
}

/// Fails the test.
#[allow(clippy::panic)] // the only code of the crate that panics: a failed assertion of a test does
#[track_caller]
pub(super) fn fail(text: &str) -> ! {
    panic!("{text}")
}

/// Indents each line, so that a quoted text is visible in a message.
pub(super) fn quoted(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}
