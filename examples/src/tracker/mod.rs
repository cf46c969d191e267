//! An issue tracker over an embedded SQLite database. It shows four groups of actions in one tool,
//! issues as resources, a prompt, questions to the user, an injected caller, an audit of every call,
//! and limits on time and output.

mod audit;
mod caller;
mod cli;
mod comments;
mod deleting;
mod issues;
mod labels;
mod members;
mod notifying;
mod paging;
pub mod store;
mod triage;

use fusion_core::{
    BuildErrors, Registry, RegistryBuilder, StateSync,
    ask::StateKey,
    observe::AuditQueue,
    shared::{Redis, Shared},
    spec::{Describe, Icon, OutputCap},
    tool_group,
};

pub use audit::AuditTable;
use caller::claimed_name;
pub use caller::{ClaimedCaller, HEADER};
pub use cli::{Options, info, start};
pub use comments::{Comments, CommentsClient};
pub use issues::{AcceptedIssue, Imported, Issues, IssuesClient};
pub use labels::{LabelName, Labels, LabelsClient};
pub use members::{Members, MembersClient};
use notifying::with_notifications;
pub use paging::Paging;
use store::Store;

/// A sheet with three lines.
const ICON: &str = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxNiAxNiI+PHBhdGggZmlsbC1ydWxlPSJldmVub2RkIiBkPSJNMyAxaDEwdjE0SDN6TTUgNGg2djFINXpNNSA3aDZ2MUg1ek01IDEwaDR2MUg1eiIvPjwvc3ZnPg==";

/// Track issues: find, open, assign and close them; comment on them and label them.
#[tool_group(
    name = "tracker",
    title = "Issue tracker",
    icons = [Icon::new(ICON).of_type("image/svg+xml").sized("any")],
    client(pub TrackerClient)
)]
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
    /// Makes the whole tracker of one store.
    pub fn new(store: &Store) -> Self {
        Self {
            issues: Issues::new(store.clone()),
            comments: Comments::new(store.clone()),
            labels: Labels::new(store.clone()),
            members: Members::new(store.clone()),
        }
    }
}

/// Builds a registry of the tracker, and the queue of its audit. Spawn `write_to(AuditTable)` on
/// the queue, and await it after the server has ended.
///
/// # Errors
///
/// Returns the errors of `build()`. They do not depend on the store, so a test finds them.
pub fn registry(store: &Store) -> Result<(Registry, AuditQueue), BuildErrors> {
    registry_in_form(store, Describe::default())
}

/// Builds the same registry with its tool described in another form.
///
/// # Errors
///
/// As [`registry`].
pub fn registry_in_form(
    store: &Store,
    form: Describe,
) -> Result<(Registry, AuditQueue), BuildErrors> {
    // A token counts in every tracker on its database, because some clients start one for each call. There
    // is no `state_key`: a client that shows a question stays with the tracker that asked it.
    builder(store, Shared::new().store(store.clone()), |builder| {
        builder.describe(form)
    })
}

/// Builds the registry of one of several replicas, which share a database, a Redis, and the key of questions.
///
/// # Errors
///
/// As [`registry`].
pub fn registry_of_replica(
    store: &Store,
    redis: Redis,
    key: StateKey,
) -> Result<(Registry, AuditQueue), BuildErrors> {
    builder(store, redis.into(), |builder| builder.state_key(key))
}

fn builder(
    store: &Store,
    shared: Shared,
    set: impl FnOnce(RegistryBuilder) -> RegistryBuilder,
) -> Result<(Registry, AuditQueue), BuildErrors> {
    let (audit, queue) = audit::audit();
    let builder = Registry::builder()
        .provide(ClaimedCaller::from_request)
        // A user answers only the questions that were asked in the user's name. The name proves nothing: over
        // HTTP, the tracker serves this machine, whose users it trusts.
        .principal(claimed_name)
        .shared(shared)
        .observe(audit)
        .output_cap(OutputCap::tokens(20_000))
        .state_sync(with_notifications(StateSync::new().require_policies()))
        .manifest()
        .tool(Tracker::new(store));
    Ok((set(builder).build()?, queue))
}
