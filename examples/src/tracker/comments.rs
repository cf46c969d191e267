//! The actions on comments.

use fusion_core::{Json, ToolResponse, ask::quote, spec::OutputCap, tool_group};

use super::deleting::serialize_deletions;
use super::paging::Paging;
use super::store::{Comment, CommentId, CommentPage, IssueId, NewComment, Store, StoreError};

/// The group `comments`.
#[derive(Clone, Debug)]
pub struct Comments {
    store: Store,
}

impl Comments {
    /// Makes the group of a store.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

/// Discuss issues: read, write, edit and delete comments.
#[tool_group(
    name = "comments",
    timeout = "10s",
    output_cap = OutputCap::tokens(10_000),
    client(pub CommentsClient)
)]
impl Comments {
    /// List the comments on an issue, oldest first.
    #[action(
        read_only,
        cache = "no-store",
        format = "auto",
        example("what did people write about 12", issue = 12)
    )]
    async fn list(
        &self,
        issue: IssueId,
        #[arg(flatten)] page: Paging,
    ) -> Result<Json<CommentPage>, StoreError> {
        self.store
            .comments(issue, page.limit, page.offset.into())
            .await
            .map(Json)
    }

    /// Comment on an issue, open or closed.
    #[action(
        invalidates("self.*", "super.issues.get"),
        example(
            "reply on 12 that Ada could reproduce it",
            issue = 12,
            body = "I could reproduce it.",
            author = "ada"
        )
    )]
    async fn add(
        &self,
        issue: IssueId,
        /// The full text.
        body: String,
        /// The member in whose name it is written.
        author: String,
    ) -> Result<Json<Comment>, StoreError> {
        let new = NewComment {
            issue,
            author,
            body,
        };
        self.store.add_comment(new).await.map(Json)
    }

    /// Replace what a comment says.
    #[action(
        idempotent,
        invalidates("self.*"),
        example(
            "correct remark 31",
            comment = 31,
            body = "It happens since version 2."
        )
    )]
    async fn edit(
        &self,
        comment: CommentId,
        /// The full text.
        body: String,
    ) -> Result<Json<Comment>, StoreError> {
        self.store.edit_comment(comment, body).await.map(Json)
    }

    /// Delete a comment for good.
    #[action(
        destructive,
        confirm = Self::deletion,
        unasked = "token",
        idempotent,
        invalidates("self.*", "super.issues.get"),
        with(serialize_deletions("comment")), example("take back remark 31", comment = 31))]
    async fn delete(&self, comment: CommentId) -> Result<ToolResponse, StoreError> {
        let existed = self.store.delete_comment(comment).await?;
        Ok(if existed {
            ToolResponse::text(format!("deleted comment {comment}"))
        } else {
            ToolResponse::text(format!("there was no comment {comment}")).unchanged()
        })
    }

    /// Asks nothing if there is nothing to delete.
    async fn deletion(&self, comment: &CommentId) -> Result<Option<String>, StoreError> {
        let found = self.store.comment(*comment).await?;
        Ok(found.map(|Comment { issue, body, .. }| {
            let body = quote(&body);
            format!("Delete comment {comment} on issue {issue}, {body}?")
        }))
    }
}
