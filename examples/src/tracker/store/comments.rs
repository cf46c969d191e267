//! The SQL on comments, which runs on the store's threads.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::draft::{CommentBody, CommentDraft};
use super::error::StoreError;
use super::existence::{require_issue, require_member};
use super::types::{Comment, CommentId, CommentPage, IssueId};

pub(super) fn list(
    connection: &mut Connection,
    issue: IssueId,
    limit: u32,
    offset: u64,
) -> Result<CommentPage, StoreError> {
    // One transaction, so that the total matches the page even if another program writes to the
    // file.
    let reading = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
    require_issue(&reading, issue)?;
    let total = reading
        .prepare_cached("SELECT count(*) FROM comments WHERE issue = ?1")?
        .query_row([issue], |row| row.get(0))?;
    let offset = i64::try_from(offset).unwrap_or(i64::MAX);
    let comments = reading
        .prepare_cached(
            "SELECT id, issue, author, body, written_at FROM comments
             WHERE issue = ?1 ORDER BY id LIMIT ?2 OFFSET ?3",
        )?
        .query_map(params![issue, limit, offset], comment)?
        .collect::<Result<_, _>>()?;
    Ok(CommentPage { comments, total })
}

pub(super) fn get(connection: &Connection, id: CommentId) -> rusqlite::Result<Comment> {
    connection
        .prepare_cached("SELECT id, issue, author, body, written_at FROM comments WHERE id = ?1")?
        .query_row([id], comment)
}

pub(super) fn add(
    connection: &mut Connection,
    draft: &CommentDraft,
) -> Result<Comment, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // The error of a foreign key does not contain which of the two is missing.
    require_issue(&writing, draft.issue)?;
    require_member(&writing, &draft.author)?;
    let written = writing
        .prepare_cached(
            "INSERT INTO comments (issue, author, body) VALUES (?1, ?2, ?3)
             RETURNING id, issue, author, body, written_at",
        )?
        .query_row(params![draft.issue, draft.author, draft.body.0], comment)?;
    writing.commit()?;
    Ok(written)
}

pub(super) fn edit(
    connection: &mut Connection,
    id: CommentId,
    body: &CommentBody,
) -> Result<Comment, StoreError> {
    connection
        .prepare_cached(
            "UPDATE comments SET body = ?2 WHERE id = ?1
             RETURNING id, issue, author, body, written_at",
        )?
        .query_row(params![id, body.0], comment)
        .optional()?
        .ok_or(StoreError::NoSuchComment { id })
}

/// Returns true if the comment existed.
pub(super) fn delete(connection: &mut Connection, id: CommentId) -> Result<bool, StoreError> {
    let deleted = connection
        .prepare_cached("DELETE FROM comments WHERE id = ?1")?
        .execute([id])?;
    Ok(deleted > 0)
}

fn comment(row: &Row<'_>) -> rusqlite::Result<Comment> {
    Ok(Comment {
        id: row.get(0)?,
        issue: row.get(1)?,
        author: row.get(2)?,
        body: row.get(3)?,
        written_at: row.get(4)?,
    })
}
