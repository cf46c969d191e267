//! Each misuse of the macros gives one error, with the expected text and span.
//!
//! Errors of single keys are tested in `fusion-macros/src/tests/matrix.rs`, for every key of every
//! attribute. Here stands one case of each kind for each attribute, and every error that rustc
//! reports itself or that is about items, types and bounds.
//!
//! `ui/<topic>/<the-mistake>.rs` with its `.stderr`, which is not edited by hand:
//! `TRYBUILD=overwrite cargo test -p fusion-tests --test ui`, then read the diff as a user would.

#[test]
fn each_mistake_is_said_once_at_its_place() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
