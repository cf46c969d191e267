//! Whether what a caller names is there; asked inside the transaction that needs it.

use rusqlite::Connection;

use super::error::StoreError;
use super::types::IssueId;

pub(super) fn known_member(connection: &Connection, name: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached("SELECT 1 FROM members WHERE name = ?1")?
        .exists([name])?
        .then_some(())
        .ok_or_else(|| StoreError::NoSuchMember {
            name: name.to_owned(),
        })
}

pub(super) fn known_label(connection: &Connection, name: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached("SELECT 1 FROM labels WHERE name = ?1")?
        .exists([name])?
        .then_some(())
        .ok_or_else(|| StoreError::NoSuchLabel {
            name: name.to_owned(),
        })
}

/// For whatever belongs to an issue; an issue that is itself asked for is
/// [`NotFound`](StoreError::NotFound).
pub(super) fn known_issue(connection: &Connection, id: IssueId) -> Result<(), StoreError> {
    connection
        .prepare_cached("SELECT 1 FROM issues WHERE id = ?1")?
        .exists([id])?
        .then_some(())
        .ok_or(StoreError::NoSuchIssue { id })
}
