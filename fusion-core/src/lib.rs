#![doc = include_str!("docs/landing.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod __private;
mod args;
#[cfg(feature = "ask")]
pub mod ask;
pub mod auth;
pub mod build;
mod call;
pub mod catalog;
#[cfg(feature = "cli")]
pub mod cli;
pub mod client;
mod compile;
pub mod ctx;
mod definition;
pub mod describe;
pub mod docs;
pub mod error;
#[cfg(feature = "cli")]
mod eval;
#[cfg(feature = "explorer")]
mod explorer;
pub mod lint;
#[cfg(feature = "lock")]
pub mod lock;
#[cfg(any(feature = "cli", feature = "testing"))]
mod loopback;
mod macro_support;
pub mod middleware;
pub mod observe;
pub mod prompt;
mod registry;
pub mod resource;
pub mod result;
pub mod schema;
mod scopes;
#[cfg(feature = "rmcp")]
pub mod server;
pub mod shared;
pub mod spec;
pub mod state_sync;
mod surface;
#[cfg(feature = "testing")]
pub mod testing;
pub mod view;
#[cfg(feature = "rmcp")]
pub mod wire;

#[cfg(feature = "ask")]
#[doc(inline)]
pub use crate::ctx::{Answer, Ask};
#[cfg(feature = "testing")]
#[doc(inline)]
pub use crate::testing::TestClient;
#[cfg(feature = "http")]
#[doc(inline)]
pub use crate::wire::http::HttpServer;
#[cfg(feature = "rmcp")]
#[doc(inline)]
pub use crate::wire::{mount::Mount, server::Server};
#[doc(inline)]
pub use crate::{
    ctx::{Cancellation, Ctx, Ext, Progress},
    error::{BuildErrors, CallError, ToolError},
    registry::{Registry, RegistryBuilder, View},
    result::{Content, Json, ToolResponse, ToolResult},
    state_sync::StateSync,
    surface::{Exposition, Filter},
};

#[cfg(feature = "http")]
pub use axum;
#[cfg(feature = "cli")]
pub use clap;
pub use http;
#[cfg(feature = "rmcp")]
pub use rmcp;
pub use schemars;

#[doc = include_str!("docs/tool_group.md")]
pub use fusion_macros::tool_group;

#[doc = include_str!("docs/action.md")]
pub use fusion_macros::action;

#[doc = include_str!("docs/prompt.md")]
pub use fusion_macros::prompt;

#[doc = include_str!("docs/resource.md")]
pub use fusion_macros::resource;

#[doc = include_str!("docs/derive_tool_error.md")]
pub use fusion_macros::ToolError;

#[doc = include_str!("docs/derive_fields.md")]
pub use fusion_macros::Fields;
