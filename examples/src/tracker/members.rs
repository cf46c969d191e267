//! The actions on members.

use fusion_core::{Json, ToolResponse, ask::quote, tool_group};

use super::deleting::{counted, serialize_deletions};
use super::store::{Member, MemberList, MemberTraces, Store, StoreError};

/// The group `members`.
#[derive(Clone, Debug)]
pub struct Members {
    store: Store,
}

impl Members {
    /// Makes the group of a store.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

/// Manage the members: who can be assigned to issues and write comments.
#[tool_group(name = "members", timeout = "10s", client(pub MembersClient))]
impl Members {
    /// List all members, with how many open issues each has.
    #[action(
        read_only,
        cache = "no-store",
        format = "auto",
        example("who has the most work")
    )]
    async fn list(&self) -> Result<Json<MemberList>, StoreError> {
        self.store.members().await.map(Json)
    }

    /// Add a member.
    #[action(
        invalidates("self.*"),
        example("Linus joins the team", member = "linus")
    )]
    async fn add(
        &self,
        /// The member's name.
        member: String,
    ) -> Result<Json<Member>, StoreError> {
        self.store.add_member(&member).await.map(Json)
    }

    /// Remove a member; their issues become unassigned, their comments stay without an author.
    #[action(
        destructive,
        confirm = Self::removal,
        unasked = "token",
        idempotent,
        invalidates("self.*", "super.issues.*", "super.comments.*"),
        with(serialize_deletions("member")), example("Linus leaves the team", member = "linus"))]
    async fn remove(
        &self,
        /// The member's name.
        member: String,
    ) -> Result<ToolResponse, StoreError> {
        Ok(match self.store.remove_member(member.clone()).await? {
            None => ToolResponse::text(format!("there was no member {member:?}")).unchanged(),
            Some(issues) => ToolResponse::text(format!(
                "removed member {member:?}; issues unassigned: {issues}"
            )),
        })
    }

    /// Asks nothing if there is nobody to remove.
    async fn removal(&self, member: &str) -> Result<Option<String>, StoreError> {
        let traces = self.store.member_traces(member.to_owned()).await?;
        Ok(traces.map(|MemberTraces { issues, comments }| {
            let (issues, comments) = (counted(issues, "issue"), counted(comments, "comment"));
            let member = quote(member);
            format!("Remove the member {member}, assigned to {issues} and author of {comments}?")
        }))
    }
}
