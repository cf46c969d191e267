//! Compile errors of Fusion in a build without its optional features.
//!
//! `fusion-tests` turns the features on, and the cases of one `trybuild` project share its features, so
//! that these cases have a package of their own.
