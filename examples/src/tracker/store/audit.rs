//! The SQL of the audit, which runs on the store's threads.

use rusqlite::{Connection, TransactionBehavior, params};

use super::error::StoreError;

/// One call as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedCall {
    /// The time at which it ended, in seconds since 1970.
    pub at: i64,
    /// The caller, if known.
    pub who: Option<String>,
    /// The request's id.
    pub request: Option<String>,
    /// The name of the tool that was called, even if it does not exist.
    pub tool: String,
    /// The name of the action, or the value that was sent as one.
    pub action: Option<String>,
    /// The outcome in one word.
    pub outcome: String,
    /// The error's code.
    pub code: Option<String>,
    /// The reference of the error in the log.
    pub reference: Option<String>,
    /// The duration in microseconds.
    pub micros: i64,
    /// A fingerprint of the arguments.
    pub arguments: Option<String>,
}

/// Inserts all calls, or none.
pub(super) fn write(connection: &mut Connection, calls: &[AuditedCall]) -> Result<(), StoreError> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    {
        let mut insert = writing.prepare_cached(
            "INSERT INTO calls
                 (at, who, request, tool, action, outcome, code, reference, micros, arguments)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?;
        for call in calls {
            insert.execute(params![
                call.at,
                call.who,
                call.request,
                call.tool,
                call.action,
                call.outcome,
                call.code,
                call.reference,
                call.micros,
                call.arguments,
            ])?;
        }
    }
    writing.commit()?;
    Ok(())
}
