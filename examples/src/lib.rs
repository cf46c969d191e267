//! Example servers built with fusion-core. `src/bin` has one program for each: `counter`, `tracker`,
//! `client`, `auth` and `replicas`.

pub mod auth;
pub mod balancer;
pub mod tracker;
