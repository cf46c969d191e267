//! Example servers built with fusion-core. `src/bin` has one program for each: `counter`, `tracker`,
//! `client` and `auth`.

pub mod auth;
pub mod tracker;
