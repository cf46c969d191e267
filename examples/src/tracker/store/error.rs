//! The errors of the store: one type for starting the server, one for calls.

use std::path::PathBuf;

use fusion_core::ToolError;
use rusqlite::ErrorCode;
use thiserror::Error;

use super::import_text::ImportTextError;
use super::types::{CommentId, IssueId};

/// The reason why a [`Store`](super::Store) could not be opened.
///
/// Each text is one line that contains the path and the way out; paths are quoted and escaped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// SQLite would open an empty path as a database that is deleted on closing.
    #[error("the path of the tracker's database is empty; give one, such as tracker.db")]
    EmptyPath,
    /// The path exists, but is not a file; it may be a directory.
    #[error(
        "{path:?} is not a file; give the path of a database file, which is created if there is none"
    )]
    NotAFile {
        /// The given path.
        path: PathBuf,
    },
    /// The file cannot be opened for writing, or not be created.
    #[error(
        "cannot open or create {path:?} for writing; check that its folder exists and that this user may write to both"
    )]
    Unwritable {
        /// The given path.
        path: PathBuf,
        /// The error of SQLite, if SQLite refused.
        source: Option<rusqlite::Error>,
    },
    /// The file is not a database.
    #[error(
        "{path:?} is not a SQLite database; give another path, or move the file away to start with a new one"
    )]
    NotADatabase {
        /// The given path.
        path: PathBuf,
    },
    /// The file is a database of another program.
    #[error("{path:?} is the database of another program, not a tracker's; give another path")]
    Foreign {
        /// The given path.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error(
        "{path:?} has schema version {found}, this program knows versions up to {known}; run a newer program, or give another path"
    )]
    Newer {
        /// The given path.
        path: PathBuf,
        /// The schema version of the file.
        found: usize,
        /// The latest version that this program supports.
        known: usize,
    },
    /// The file was a tracker's database, but parts of it are damaged.
    #[error(
        "{path:?} is damaged ({finding}); restore it from a backup, or move it away to start with a new one"
    )]
    Damaged {
        /// The given path.
        path: PathBuf,
        /// The first problem that SQLite found, in one line.
        finding: String,
    },
    /// Another program held the file for longer than the timeout.
    #[error("{path:?} is locked by another program; stop that program or try again")]
    Busy {
        /// The given path.
        path: PathBuf,
    },
    /// Any other problem, such as a full or broken disk.
    #[error("cannot use {path:?}; check the disk for space and errors, or give another path")]
    Unusable {
        /// The given path.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
    /// The operating system started no thread.
    #[error("cannot start the threads that serve {path:?}; check the limit on processes")]
    NoThread {
        /// The given path.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// The reason why a call of the [`Store`](super::Store) failed; it changed nothing.
#[derive(Debug, Error, ToolError)]
#[non_exhaustive]
pub enum StoreError {
    /// The issue does not exist, or was deleted.
    #[error("there is no issue {id}")]
    #[tool_error(code = "not_found", suggest("list"))]
    NotFound {
        /// The number of the issue.
        id: IssueId,
    },
    /// No member has this name.
    #[error("there is no member named {name:?}")]
    #[tool_error(code = "no_such_member", hint = "list the members to see their names")]
    NoSuchMember {
        /// The name given.
        name: String,
    },
    /// The issue to comment on or to label does not exist, or was deleted.
    ///
    /// Differs from [`NotFound`](Self::NotFound), because the way out is another action.
    #[error("there is no issue {id}")]
    #[tool_error(code = "no_such_issue", hint = "list the issues to see their numbers")]
    NoSuchIssue {
        /// The number given.
        id: IssueId,
    },
    /// The comment does not exist, or was deleted.
    #[error("there is no comment {id}")]
    #[tool_error(code = "not_found", suggest("list"))]
    NoSuchComment {
        /// The number given.
        id: CommentId,
    },
    /// No label has this name.
    #[error("there is no label named {name:?}")]
    #[tool_error(code = "not_found", suggest("list", "create"))]
    NoSuchLabel {
        /// The name given.
        name: String,
    },
    /// The label to put on an issue does not exist.
    ///
    /// Differs from [`NoSuchLabel`](Self::NoSuchLabel), because the way out is in another group.
    #[error("there is no label named {name:?}")]
    #[tool_error(code = "no_such_label", hint = "list the labels to see their names")]
    UnknownLabel {
        /// The name given.
        name: String,
    },
    /// A label of this name exists.
    #[error("there is already a label named {name:?}")]
    #[tool_error(code = "exists", suggest("list"))]
    LabelExists {
        /// The name given.
        name: String,
    },
    /// A member of this name exists.
    #[error("there is already a member named {name:?}")]
    #[tool_error(code = "exists", suggest("list"))]
    MemberExists {
        /// The name given.
        name: String,
    },
    /// A value breaks a rule.
    #[error("{field} {rule}")]
    #[tool_error(code = "invalid")]
    Invalid {
        /// The field that breaks it.
        field: &'static str,
        /// The rule, as the rest of a sentence that begins with the field.
        rule: String,
    },
    /// The text of an import has lines that are not issues.
    #[error(transparent)]
    #[tool_error(code = "invalid")]
    ImportText(#[from] ImportTextError),
    /// The import was cancelled.
    #[error("the import was cancelled; none of its issues was stored")]
    #[tool_error(code = "cancelled")]
    Cancelled,
    /// Another program held the database for longer than the timeout.
    #[error("the database is busy")]
    #[tool_error(code = "busy", unchanged, retry_after = "1s")]
    Busy,
    /// SQLite returned another error.
    #[error("the database refused")]
    Sqlite(#[source] rusqlite::Error),
    /// The thread that owns the connection has ended.
    #[error("the database is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Sqlite(error),
        }
    }
}
