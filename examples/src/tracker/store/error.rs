//! What can go wrong: one type for whoever starts the server, one for whoever calls it.

use std::path::PathBuf;

use fusion_core::ToolError;
use thiserror::Error;

use super::import_text::ImportTextError;
use super::types::{CommentId, IssueId};

/// Why a [`Store`](super::Store) could not be opened.
///
/// Each is one line that names the path and says what to do; paths are quoted and escaped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// SQLite would take an empty path for a database that is deleted on closing.
    #[error("the path of the tracker's database is empty; give one, such as tracker.db")]
    EmptyPath,
    /// There is something at the path, a directory perhaps, but not a file.
    #[error(
        "{path:?} is not a file; give the path of a database file, which is created if there is none"
    )]
    NotAFile {
        /// As given.
        path: PathBuf,
    },
    /// The file cannot be opened for writing, or not be created.
    #[error(
        "cannot open or create {path:?} for writing; check that its folder exists and that this user may write to both"
    )]
    Unwritable {
        /// As given.
        path: PathBuf,
        /// What SQLite said, where it was SQLite that refused.
        source: Option<rusqlite::Error>,
    },
    /// The file is something else than a database.
    #[error(
        "{path:?} is not a SQLite database; give another path, or move the file away to start with a new one"
    )]
    NotADatabase {
        /// As given.
        path: PathBuf,
    },
    /// The file is a database of another program, which must not be touched.
    #[error("{path:?} is the database of another program, not a tracker's; give another path")]
    Foreign {
        /// As given.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error(
        "{path:?} has schema version {found}, this program knows versions up to {known}; run a newer program, or give another path"
    )]
    Newer {
        /// As given.
        path: PathBuf,
        /// The schema version of the file.
        found: usize,
        /// The latest that this program knows.
        known: usize,
    },
    /// The file was a tracker's database, but parts of it are destroyed.
    #[error(
        "{path:?} is damaged ({finding}); restore it from a backup, or move it away to start with a new one"
    )]
    Damaged {
        /// As given.
        path: PathBuf,
        /// The first thing that SQLite found, in one line.
        finding: String,
    },
    /// Another program held the file for longer than we wait.
    #[error("{path:?} is locked by another program; stop that program or try again")]
    Busy {
        /// As given.
        path: PathBuf,
    },
    /// Anything else: a full disk, a broken one.
    #[error("cannot use {path:?}; check the disk for space and errors, or give another path")]
    Unusable {
        /// As given.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The system gave us no thread.
    #[error("cannot start the threads that serve {path:?}; check the limit on processes")]
    NoThread {
        /// As given.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Why a call of the [`Store`](super::Store) did not do what it was asked for; nothing was changed.
#[derive(Debug, Error, ToolError)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such issue (any more).
    #[error("there is no issue {id}")]
    #[tool_error(code = "not_found", suggest("list"))]
    NotFound {
        /// The number asked for.
        id: IssueId,
    },
    /// Nobody of that name is a member.
    #[error("there is no member named {name:?}")]
    #[tool_error(code = "no_such_member", hint = "list the members to see their names")]
    NoSuchMember {
        /// The name given.
        name: String,
    },
    /// There is no such issue (any more) to comment on or to label.
    ///
    /// Another variant than [`NotFound`](Self::NotFound), because the way out leads through
    /// another tool.
    #[error("there is no issue {id}")]
    #[tool_error(code = "no_such_issue", hint = "list the issues to see their numbers")]
    NoSuchIssue {
        /// The number given.
        id: IssueId,
    },
    /// There is no such comment (any more).
    #[error("there is no comment {id}")]
    #[tool_error(code = "not_found", suggest("list"))]
    NoSuchComment {
        /// The number given.
        id: CommentId,
    },
    /// No label has that name.
    #[error("there is no label named {name:?}")]
    #[tool_error(code = "not_found", suggest("list", "create"))]
    NoSuchLabel {
        /// The name given.
        name: String,
    },
    /// A label has that name already.
    #[error("there is already a label named {name:?}")]
    #[tool_error(code = "exists", suggest("list"))]
    LabelExists {
        /// The name given.
        name: String,
    },
    /// A member has that name already.
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
    /// The import was called off.
    #[error("the import was cancelled; none of its issues was stored")]
    #[tool_error(code = "cancelled")]
    Cancelled,
    /// SQLite refused.
    #[error("the database refused")]
    Sqlite(#[from] rusqlite::Error),
    /// The thread that owns the connection has ended.
    #[error("the database is closed")]
    Closed,
}
