//! Code that tests share, and the snippets of the documents as doctests.
#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used
)] // a test helper fails by panicking

pub mod board;
pub mod contracts;
pub mod desk;
pub mod full;
pub mod http;
pub mod issuer;
pub mod notes;
pub mod replicas;
pub mod sampling;
pub mod scenarios;
pub mod wire;

/// Every Rust snippet of README.md is a doctest of this item.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
