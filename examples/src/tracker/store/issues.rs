//! The SQL on issues, which runs on the store's threads.

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, TransactionBehavior, ffi, params};

use super::draft::Draft;
use super::error::StoreError;
use super::existence::{require_label, require_member};
use super::labels;
use super::search;
use super::types::{Filter, Issue, IssueId, IssueSummary, Page};

/// A filter that is NULL matches all issues.
const MATCHING: &str = "FROM issues
    WHERE (?1 IS NULL OR state = ?1)
      AND (?2 IS NULL OR assignee = ?2)
      AND (?3 IS NULL OR id IN (SELECT rowid FROM issue_search WHERE issue_search MATCH ?3))";

pub(super) fn list(connection: &mut Connection, filter: &Filter) -> Result<Page, StoreError> {
    // One transaction, so that the total matches the page even if another program writes to the
    // file.
    let reading = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
    // An unknown name would match no issue, so that a misspelt one would look like a member without
    // work.
    if let Some(name) = &filter.assignee {
        require_member(&reading, name)?;
    }
    let query = filter.text.as_deref().and_then(search::expression);
    let (state, assignee) = (filter.state, filter.assignee.as_deref());
    let total = reading
        .prepare_cached(&format!("SELECT count(*) {MATCHING}"))?
        .query_row(params![state, assignee, query], |row| row.get(0))?;
    let issues = reading
        .prepare_cached(&format!(
            "SELECT id, title, state, assignee, opened_at {MATCHING} ORDER BY id DESC LIMIT ?4 OFFSET ?5"
        ))?
        .query_map(
            params![
                state,
                assignee,
                query,
                filter.limit,
                i64::try_from(filter.offset).unwrap_or(i64::MAX),
            ],
            summary,
        )?
        .collect::<Result<_, _>>()?;
    Ok(Page { issues, total })
}

pub(super) fn get(connection: &mut Connection, id: IssueId) -> Result<Issue, StoreError> {
    let reading = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
    load(&reading, id)
}

pub(super) fn create(connection: &mut Connection, draft: &Draft) -> Result<Issue, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let id = insert(&writing, draft)?;
    let issue = load(&writing, id)?;
    writing.commit()?;
    Ok(issue)
}

/// Stores all drafts, or none if there is an error or `cancelled` returns true between two of them.
pub(super) fn create_all(
    connection: &mut Connection,
    drafts: &[Draft],
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<IssueId>, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut ids = Vec::with_capacity(drafts.len());
    for draft in drafts {
        if cancelled() {
            return Err(StoreError::Cancelled);
        }
        ids.push(insert(&writing, draft)?);
    }
    writing.commit()?;
    Ok(ids)
}

/// Closing a closed issue changes nothing, so its closing time stays.
pub(super) fn close(connection: &mut Connection, id: IssueId) -> Result<Issue, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    writing
        .prepare_cached(
            "UPDATE issues
             SET state = 'closed', closed_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
             WHERE id = ?1 AND state = 'open'",
        )?
        .execute([id])?;
    let issue = load(&writing, id)?;
    writing.commit()?;
    Ok(issue)
}

pub(super) fn assign(
    connection: &mut Connection,
    id: IssueId,
    member: Option<&str>,
) -> Result<Issue, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    set_assignee(&writing, id, member)?;
    let issue = load(&writing, id)?;
    writing.commit()?;
    Ok(issue)
}

/// Puts a label on an issue, and assigns the issue if there is a member: both, or neither.
pub(super) fn accept(
    connection: &mut Connection,
    id: IssueId,
    label: &str,
    member: Option<&str>,
) -> Result<Issue, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    load(&writing, id)?;
    require_label(&writing, label)?;
    labels::put_on(&writing, id, label)?;
    if member.is_some() {
        set_assignee(&writing, id, member)?;
    }
    let issue = load(&writing, id)?;
    writing.commit()?;
    Ok(issue)
}

/// Returns true if the issue existed. Its comments and labels are deleted too.
pub(super) fn delete(connection: &mut Connection, id: IssueId) -> Result<bool, StoreError> {
    let deleted = connection
        .prepare_cached("DELETE FROM issues WHERE id = ?1")?
        .execute([id])?;
    Ok(deleted > 0)
}

fn set_assignee(
    connection: &Connection,
    id: IssueId,
    member: Option<&str>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE issues SET assignee = ?2 WHERE id = ?1")?
        .execute(params![id, member])
        .map_err(|error| blame_member(error, member))?;
    Ok(())
}

fn insert(connection: &Connection, draft: &Draft) -> Result<IssueId, StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO issues (title, body, assignee) VALUES (?1, ?2, ?3) RETURNING id",
        )?
        .query_row(params![draft.title, draft.body, draft.assignee], |row| {
            row.get(0)
        })
        .map_err(|error| blame_member(error, draft.assignee.as_deref()))
}

fn load(connection: &Connection, id: IssueId) -> Result<Issue, StoreError> {
    let labels = labels::labels_of_issue(connection, id)?;
    connection
        .prepare_cached(
            "SELECT id, title, body, state, assignee, opened_at, closed_at,
                    (SELECT count(*) FROM comments WHERE issue = issues.id)
             FROM issues WHERE id = ?1",
        )?
        .query_row([id], |row| issue(row, labels))
        .optional()?
        .ok_or(StoreError::NotFound { id })
}

fn issue(row: &Row<'_>, labels: Vec<String>) -> rusqlite::Result<Issue> {
    Ok(Issue {
        id: row.get(0)?,
        title: row.get(1)?,
        body: row.get(2)?,
        state: row.get(3)?,
        assignee: row.get(4)?,
        labels,
        opened_at: row.get(5)?,
        closed_at: row.get(6)?,
        comments: row.get(7)?,
    })
}

fn summary(row: &Row<'_>) -> rusqlite::Result<IssueSummary> {
    Ok(IssueSummary {
        id: row.get(0)?,
        title: row.get(1)?,
        state: row.get(2)?,
        assignee: row.get(3)?,
        opened_at: row.get(4)?,
    })
}

/// Maps a failed foreign key to the member: the assignee is the only foreign key of an issue.
///
/// A query before the write would be slower, and no safer.
fn blame_member(error: rusqlite::Error, member: Option<&str>) -> StoreError {
    match (&error, member) {
        (rusqlite::Error::SqliteFailure(failure, _), Some(name))
            if failure.code == ErrorCode::ConstraintViolation
                && failure.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY =>
        {
            StoreError::NoSuchMember {
                name: name.to_owned(),
            }
        }
        _ => error.into(),
    }
}
