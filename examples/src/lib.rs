//! Example servers built with fusion-core. `src/bin` has one program for each: `counter`, `tracker`
//! and `auth`.

pub mod auth;
pub mod tracker;
