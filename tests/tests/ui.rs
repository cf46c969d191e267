//! Each misuse of the macros gives one error, with the expected text and span.
//!
//! `ui/<topic>/<the-mistake>.rs` with its `.stderr`, which nobody edits by hand:
//! `TRYBUILD=overwrite cargo test -p fusion-tests --test ui`, then read the diff as a user would.

#[test]
fn each_mistake_is_said_once_at_its_place() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
