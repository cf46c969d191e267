//! Guides, from the first server to deployment.
//!
//! Read [`getting_started`] first; the other guides are independent of each other.

#[cfg(feature = "rmcp")]
#[doc = include_str!("docs/guide/getting_started.md")]
pub mod getting_started {}

#[doc = include_str!("docs/guide/actions_and_arguments.md")]
pub mod actions_and_arguments {}

#[doc = include_str!("docs/guide/results_and_errors.md")]
pub mod results_and_errors {}

#[doc = include_str!("docs/guide/groups.md")]
pub mod groups {}

#[doc = include_str!("docs/guide/middleware_and_guards.md")]
pub mod middleware_and_guards {}

#[cfg(feature = "ask")]
#[doc = include_str!("docs/guide/asking_the_user.md")]
pub mod asking_the_user {}

#[cfg(feature = "ask")]
#[doc = include_str!("docs/guide/once.md")]
pub mod once {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("docs/guide/expositions_and_access.md")]
pub mod expositions_and_access {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("docs/guide/scopes.md")]
pub mod scopes {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("docs/guide/choosing_an_exposition.md")]
pub mod choosing_an_exposition {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("docs/guide/search.md")]
pub mod search {}

#[doc = include_str!("docs/guide/state_sync.md")]
pub mod state_sync {}

#[doc = include_str!("docs/guide/prompts_and_resources.md")]
pub mod prompts_and_resources {}

#[cfg(all(feature = "ask", feature = "http", feature = "testing"))]
#[doc = include_str!("docs/guide/testing.md")]
pub mod testing {}

#[cfg(feature = "lock")]
#[doc = include_str!("docs/guide/lock.md")]
pub mod lock {}

#[cfg(feature = "cli")]
#[doc = include_str!("docs/guide/command_line.md")]
pub mod command_line {}

#[cfg(feature = "cli")]
#[doc = include_str!("docs/guide/evaluating.md")]
pub mod evaluating {}

#[cfg(all(feature = "client", feature = "http", feature = "testing"))]
#[doc = include_str!("docs/guide/typed_clients.md")]
pub mod typed_clients {}

#[cfg(feature = "http")]
#[doc = include_str!("docs/guide/deploying.md")]
pub mod deploying {}

#[cfg(all(feature = "http", feature = "rate-limit", feature = "redis"))]
#[doc = include_str!("docs/guide/replicas.md")]
pub mod replicas {}

#[cfg(feature = "explorer")]
#[doc = include_str!("docs/guide/explorer.md")]
pub mod explorer {}

#[cfg(feature = "oauth")]
#[doc = include_str!("docs/guide/authorization.md")]
pub mod authorization {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("docs/guide/migrating_from_rmcp.md")]
pub mod migrating_from_rmcp {}

#[doc = include_str!("docs/guide/performance.md")]
pub mod performance {}
