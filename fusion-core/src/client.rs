//! Typed clients: methods for the actions of a block, from `#[tool_group(client(pub IssuesClient))]`.
//!
//! A client calls actions by their keys over a [`ClientConnection`]: a [`View`](crate::View) or a
//! [`Registry`](crate::Registry) in the same process, a `TestClient` (feature `testing`), or a peer of the SDK
//! (feature `client`). It finds the actions in the list of tools, so that the exposition of the server does not
//! matter. [`tool_group`](macro@crate::tool_group) describes what the macro generates.
//!
//! ```
//! use fusion_core::{Json, Registry, tool_group};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, JsonSchema)]
//! pub struct Issue {
//!     id: u64,
//!     title: String,
//! }
//!
//! pub struct Issues;
//!
//! #[tool_group(name = "issues", client(pub IssuesClient))]
//! impl Issues {
//!     /// Open an issue.
//!     #[action]
//!     fn open(&self, title: String, /** Who works on it. */ assignee: Option<String>) -> Json<Issue> {
//!         let title = assignee.map_or_else(|| title.clone(), |name| format!("{title} ({name})"));
//!         Json(Issue { id: 1, title })
//!     }
//!
//!     /// Close an issue.
//!     #[action(idempotent)]
//!     fn close(&self, issue: u64) -> Result<(), String> {
//!         if issue == 1 { Ok(()) } else { Err(format!("there is no issue {issue}")) }
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::builder().tool(Issues).build()?;
//! let issues = IssuesClient::at(&registry, "issues");
//! let issue: Issue = issues.open("It rains in".to_owned()).assignee("Ada".to_owned()).await?;
//! assert_eq!(issue.title, "It rains in (Ada)");
//! issues.close(issue.id).await?;
//! let error = issues.close(7).await.unwrap_err();
//! assert_eq!(error.to_string(), "[issues/close] there is no issue 7");
//! assert_eq!(error.code(), Some("failed"));
//! # Ok(())
//! # }
//! ```

mod argument;
mod connection;
pub(crate) mod error;
mod in_process;
pub(crate) mod listed_actions;
mod mount;
mod output;
mod request;
#[cfg(any(feature = "client", feature = "testing"))]
mod wire_result;

#[doc(hidden)]
pub use self::{
    argument::{
        ArgumentFields, ArgumentValue, ClientArgument, ClientOption, client_argument,
        client_fields, client_option,
    },
    mount::{ClientMount, GroupClient},
    output::client_output,
};
pub use self::{
    connection::{ClientConnection, OutgoingCall},
    error::{ActionFailure, ClientError},
    in_process::InProcess,
    output::ClientOutput,
    request::{ActionFuture, ActionRequest},
};
#[cfg(any(feature = "client", feature = "testing"))]
pub(crate) use wire_result::response;
