//! The types that a [`RegistryBuilder`](crate::RegistryBuilder) accepts: tools, providers, guards, and
//! how calls are read.
//!
//! A type becomes a [`Tool`] by [`#[tool_group]`](crate::tool_group). A [`Provide`] function makes a
//! value from each request; a guard sees the [`RawCall`] of each call before its arguments are parsed.

pub use crate::{
    call::{ForeignFields, Provide, RawCall},
    macro_support::{ActionGroup, Fields, Tool},
};
