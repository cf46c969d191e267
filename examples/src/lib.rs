//! Runnable servers built with fusion-core.

pub mod auth;
pub mod tracker;
