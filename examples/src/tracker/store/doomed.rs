//! Reads that a person needs before the deletion of an entity, beside those of the other modules.

use rusqlite::OptionalExtension;

use super::error::StoreError;
use super::types::{Comment, CommentId, Label};
use super::{Store, comments, labels, members};

/// The places at which a member is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberTraces {
    /// The number of issues, open or closed, that are assigned to the member.
    pub issues: u64,
    /// The number of comments that the member wrote.
    pub comments: u64,
}

impl Store {
    /// Reads a comment; returns `None` if it does not exist.
    pub async fn comment(&self, id: CommentId) -> Result<Option<Comment>, StoreError> {
        let read = move |connection: &mut _| Ok(comments::get(connection, id).optional()?);
        self.reader.call(read).await
    }

    /// Reads a label; returns `None` if it does not exist.
    pub async fn label(&self, name: String) -> Result<Option<Label>, StoreError> {
        let read = move |connection: &mut _| Ok(labels::get(connection, &name).optional()?);
        self.reader.call(read).await
    }

    /// Counts the places at which a member is named; returns `None` if the member does not exist.
    pub async fn member_traces(&self, name: String) -> Result<Option<MemberTraces>, StoreError> {
        let count = move |connection: &mut _| Ok(members::traces(connection, &name).optional()?);
        self.reader.call(count).await
    }
}
