//! Runnable servers built with fusion-core.

pub mod tracker;
