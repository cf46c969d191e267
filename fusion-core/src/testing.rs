//! A client for tests (feature `testing`): it sends the messages of the protocol to a server in the same process.
//!
//! [`TestClient`] speaks either era of the protocol, over the lines of stdio or over Streamable HTTP. The
//! providers, access filters, guards and middleware of the server run as they do for a client outside of the
//! process, so that a test sees what a client sees. The assertions of [`CallOutcome`] and [`ToolFailure`] print the
//! text that the model reads.
//!
//! The client has no timeouts, and waits for nothing but the server: under `tokio::time::pause` the time of a
//! test moves only with the timers of the server and of the test.
//!
//! ```
//! use fusion_core::{Registry, TestClient, tool_group};
//! use serde_json::json;
//!
//! struct Greeter;
//!
//! #[tool_group(name = "greeter")]
//! impl Greeter {
//!     /// Greet somebody.
//!     #[action(read_only)]
//!     fn greet(&self, name: String) -> String {
//!         format!("Hello, {name}!")
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), fusion_core::BuildErrors> {
//! let client = TestClient::of(Registry::builder().tool(Greeter).build()?).await;
//! client.call("greeter/greet", json!({"name": "Ada"})).await.ok_text("Hello, Ada!");
//! client.call("greeter/greet", json!({"nme": "Ada"})).await.error().code("invalid_arguments").names("name");
//! # Ok(())
//! # }
//! ```

mod call;
mod client;
mod connect;
mod expect;
mod failure;
mod lists;
mod notifications;
mod outcome;
mod question;
mod typed;

pub use self::{
    call::{RunningTestCall, TestCall},
    client::TestClient,
    connect::{ConnectTestClient, TestServer},
    failure::ToolFailure,
    notifications::Notifications,
    outcome::{CallOutcome, ToolSuccess},
    question::{TestAnswer, TestQuestion},
};
pub use crate::error::ProtocolError;
