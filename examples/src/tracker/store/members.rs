//! The SQL on members, which runs on the store's threads.

use rusqlite::{Connection, TransactionBehavior};

use super::doomed::MemberTraces;
use super::draft::Name;
use super::error::StoreError;
use super::types::{Member, MemberList};

pub(super) fn list(connection: &mut Connection) -> Result<MemberList, StoreError> {
    let members = connection
        .prepare_cached(
            "SELECT name,
                    (SELECT count(*) FROM issues
                     WHERE assignee = members.name AND state = 'open')
             FROM members ORDER BY name",
        )?
        .query_map([], |row| {
            Ok(Member {
                name: row.get(0)?,
                open_issues: row.get(1)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(MemberList { members })
}

pub(super) fn add(connection: &mut Connection, name: Name) -> Result<Member, StoreError> {
    let Name(name) = name;
    let added = connection
        .prepare_cached("INSERT INTO members (name) VALUES (?1) ON CONFLICT DO NOTHING")?
        .execute([&name])?;
    if added == 0 {
        return Err(StoreError::MemberExists { name });
    }
    Ok(Member {
        name,
        open_issues: 0,
    })
}

/// Returns no row if the member does not exist.
pub(super) fn traces(connection: &Connection, name: &str) -> rusqlite::Result<MemberTraces> {
    connection
        .prepare_cached(
            "SELECT (SELECT count(*) FROM issues WHERE assignee = members.name),
                    (SELECT count(*) FROM comments WHERE author = members.name)
             FROM members WHERE name = ?1",
        )?
        .query_row([name], |row| {
            Ok(MemberTraces {
                issues: row.get(0)?,
                comments: row.get(1)?,
            })
        })
}

/// Returns the number of issues that lost their assignee, or `None` if the member did not exist.
///
/// The schema removes the name from issues and comments.
pub(super) fn remove(connection: &mut Connection, name: &str) -> Result<Option<u64>, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let assigned = writing
        .prepare_cached("SELECT count(*) FROM issues WHERE assignee = ?1")?
        .query_row([name], |row| row.get(0))?;
    let removed = writing
        .prepare_cached("DELETE FROM members WHERE name = ?1")?
        .execute([name])?;
    writing.commit()?;
    Ok((removed > 0).then_some(assigned))
}
