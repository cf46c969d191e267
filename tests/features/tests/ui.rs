//! A use of something behind a feature that is off gives one error, which names the feature.
//!
//! `ui/<the-item>.rs` with its `.stderr`, which nobody edits by hand:
//! `TRYBUILD=overwrite cargo test -p fusion-feature-tests`, then read the diff as a user would.

#[test]
fn what_a_feature_adds_names_its_feature() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
