//! An issue tracker over an embedded SQLite database: four groups of actions, one tool; issues as
//! resources and a prompt about them; who calls, an audit of every call, times and sizes that no call
//! exceeds.

mod audit;
mod caller;
mod cli;
mod comments;
mod deleting;
mod http;
mod issues;
mod labels;
mod members;
mod notifying;
mod paging;
mod setup;
mod show;
pub mod store;
mod triage;

use fusion_core::{
    BuildErrors, Registry, StateSync, observe::AuditQueue, spec::OutputCap, tool_group,
};

pub use audit::AuditTable;
pub use caller::{Caller, HEADER};
pub use cli::{Cli, run};
pub use comments::Comments;
pub use issues::Issues;
pub use labels::Labels;
pub use members::Members;
use notifying::notifying;
use store::Store;

/// Track issues: find, open, assign and close them; comment on them and label them.
#[tool_group(name = "tracker", title = "Issue tracker", tags("core"))]
#[derive(Clone, Debug)]
pub struct Tracker {
    #[group]
    issues: Issues,
    #[group]
    comments: Comments,
    #[group]
    labels: Labels,
    #[group]
    members: Members,
}

impl Tracker {
    /// The whole tracker, over one store.
    pub fn new(store: &Store) -> Self {
        Self {
            issues: Issues::new(store.clone()),
            comments: Comments::new(store.clone()),
            labels: Labels::new(store.clone()),
            members: Members::new(store.clone()),
        }
    }
}

/// A registry of the tracker alone, and the queue of its audit: spawn `write_to(AuditTable)`, and
/// await it once the server has ended.
///
/// # Errors
///
/// None, as long as the groups are as they should be: a test builds them.
pub fn registry(store: &Store) -> Result<(Registry, AuditQueue), BuildErrors> {
    let (audit, queue) = audit::audit();
    let registry = Registry::builder()
        .provide(Caller::from_request)
        .observe(audit)
        .output_cap(OutputCap::tokens(20_000))
        .state_sync(notifying(StateSync::new().require_policies()))
        .manifest()
        .tool(Tracker::new(store))
        .build()?;
    Ok((registry, queue))
}
