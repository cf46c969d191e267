//! Checks that the targets of a call exist, inside the transaction that needs them.

use rusqlite::Connection;

use super::error::StoreError;
use super::types::IssueId;

pub(super) fn require_member(connection: &Connection, name: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached("SELECT 1 FROM members WHERE name = ?1")?
        .exists([name])?
        .then_some(())
        .ok_or_else(|| StoreError::NoSuchMember {
            name: name.to_owned(),
        })
}

pub(super) fn require_label(connection: &Connection, name: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached("SELECT 1 FROM labels WHERE name = ?1")?
        .exists([name])?
        .then_some(())
        .ok_or_else(|| StoreError::NoSuchLabel {
            name: name.to_owned(),
        })
}

/// For calls on a part of an issue. A call on the issue itself returns
/// [`NotFound`](StoreError::NotFound).
pub(super) fn require_issue(connection: &Connection, id: IssueId) -> Result<(), StoreError> {
    connection
        .prepare_cached("SELECT 1 FROM issues WHERE id = ?1")?
        .exists([id])?
        .then_some(())
        .ok_or(StoreError::NoSuchIssue { id })
}
