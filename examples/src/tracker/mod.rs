//! An issue tracker over an embedded SQLite database: four groups of actions, one tool each.

mod cli;
mod comments;
mod http;
mod issues;
mod labels;
mod members;
mod paging;
mod setup;
pub mod store;

use fusion_core::{BuildErrors, Registry};

pub use cli::{Cli, run};
pub use comments::Comments;
pub use issues::Issues;
pub use labels::Labels;
pub use members::Members;
use store::Store;

/// All tools, over one store.
///
/// # Errors
///
/// None, as long as the groups are as they should be: a test builds them.
pub fn registry(store: &Store) -> Result<Registry, BuildErrors> {
    Registry::builder()
        .tool(Issues::new(store.clone()))
        .tool(Comments::new(store.clone()))
        .tool(Labels::new(store.clone()))
        .tool(Members::new(store.clone()))
        .build()
}
