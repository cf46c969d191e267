//! Scopes: what an action, prompt or resource needs of its caller, and what the caller was granted.
//!
//! Rows name their scopes by `scope("…")` in [`#[tool_group]`](crate::tool_group),
//! [`#[action]`](crate::action), [`#[prompt]`](crate::prompt) and [`#[resource]`](crate::resource).
//! [`RegistryBuilder::scopes`](crate::RegistryBuilder::scopes) returns the scopes of a caller, and
//! [`RegistryBuilder::missing_scopes`](crate::RegistryBuilder::missing_scopes) sets the response to a
//! caller who lacks one.

pub use crate::scopes::{GrantedScopes, Scopes};
