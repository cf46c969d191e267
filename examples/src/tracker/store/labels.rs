//! The SQL on labels, which runs on the store's threads.

use rusqlite::{Connection, Row, TransactionBehavior, params};

use super::draft::{Line, Name};
use super::error::StoreError;
use super::existence::{require_issue, require_label};
use super::types::{IssueId, IssueLabels, Label, LabelList};

const LABEL: &str = "SELECT name, meaning,
        (SELECT count(*) FROM issue_labels WHERE label = labels.name)
    FROM labels";

const ATTACH: &str =
    "INSERT INTO issue_labels (issue, label) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

pub(super) fn list(connection: &mut Connection) -> Result<LabelList, StoreError> {
    let labels = connection
        .prepare_cached(&format!("{LABEL} ORDER BY name"))?
        .query_map([], label)?
        .collect::<Result<_, _>>()?;
    Ok(LabelList { labels })
}

pub(super) fn create(
    connection: &mut Connection,
    name: &Name,
    meaning: &Line,
) -> Result<Label, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let created = writing
        .prepare_cached(
            "INSERT INTO labels (name, meaning) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        )?
        .execute([&name.0, &meaning.0])?;
    if created == 0 {
        return Err(name_taken_error(name));
    }
    let label = get(&writing, &name.0)?;
    writing.commit()?;
    Ok(label)
}

/// Renames a label; issues keep it under its new name.
pub(super) fn rename(
    connection: &mut Connection,
    name: &str,
    to: &Name,
) -> Result<Label, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    require_label(&writing, name)?;
    let renamed = writing
        .prepare_cached("UPDATE OR IGNORE labels SET name = ?2 WHERE name = ?1")?
        .execute([name, &to.0])?;
    if renamed == 0 {
        return Err(name_taken_error(to));
    }
    let label = get(&writing, &to.0)?;
    writing.commit()?;
    Ok(label)
}

/// Returns true if the label existed. It is removed from all issues.
pub(super) fn delete(connection: &mut Connection, name: &str) -> Result<bool, StoreError> {
    let deleted = connection
        .prepare_cached("DELETE FROM labels WHERE name = ?1")?
        .execute([name])?;
    Ok(deleted > 0)
}

pub(super) fn attach(
    connection: &mut Connection,
    issue: IssueId,
    label: &str,
) -> Result<IssueLabels, StoreError> {
    change_label(connection, ATTACH, issue, label)
}

/// Puts an existing label on an existing issue, inside the transaction of another change.
pub(super) fn put_on(
    connection: &Connection,
    issue: IssueId,
    label: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(ATTACH)?
        .execute(params![issue, label])?;
    Ok(())
}

pub(super) fn detach(
    connection: &mut Connection,
    issue: IssueId,
    label: &str,
) -> Result<IssueLabels, StoreError> {
    change_label(
        connection,
        "DELETE FROM issue_labels WHERE issue = ?1 AND label = ?2",
        issue,
        label,
    )
}

fn change_label(
    connection: &mut Connection,
    sql: &str,
    issue: IssueId,
    label: &str,
) -> Result<IssueLabels, StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // The error of a foreign key does not contain which of the two is missing, and removing a label that
    // does not exist would hide a misspelt name.
    require_issue(&writing, issue)?;
    require_label(&writing, label)?;
    writing
        .prepare_cached(sql)?
        .execute(params![issue, label])?;
    let labels = labels_of_issue(&writing, issue)?;
    writing.commit()?;
    Ok(IssueLabels { issue, labels })
}

/// Returns the labels in alphabetical order.
pub(super) fn labels_of_issue(
    connection: &Connection,
    issue: IssueId,
) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT label FROM issue_labels WHERE issue = ?1 ORDER BY label")?
        .query_map([issue], |row| row.get(0))?
        .collect()
}

pub(super) fn get(connection: &Connection, name: &str) -> rusqlite::Result<Label> {
    connection
        .prepare_cached(&format!("{LABEL} WHERE name = ?1"))?
        .query_row([name], label)
}

fn label(row: &Row<'_>) -> rusqlite::Result<Label> {
    Ok(Label {
        name: row.get(0)?,
        meaning: row.get(1)?,
        issues: row.get(2)?,
    })
}

fn name_taken_error(name: &Name) -> StoreError {
    StoreError::LabelExists {
        name: name.0.clone(),
    }
}
