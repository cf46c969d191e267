//! A use of something behind a feature that is off gives one error, which names the feature.
//!
//! `ui/<the-item>.rs` with its `.stderr`, which nobody edits by hand:
//! `TRYBUILD=overwrite cargo test -p fusion-feature-tests --test ui`, then read the diff as a user would. The cases of
//! `ui/http/` use the feature `http`, and run with `--features http`.

#[test]
#[cfg(feature = "http")]
fn what_a_feature_adds_to_http_names_its_feature() {
    trybuild::TestCases::new().compile_fail("ui/http/*.rs");
}

#[test]
#[cfg(not(feature = "http"))]
fn what_a_feature_adds_names_its_feature() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
