//! The tracker's data: issues, comments, labels and members in one SQLite file. This module knows
//! nothing of MCP.
//!
//! There are two connections, each on a thread of its own: one writes, one reads, and neither
//! blocks the other (WAL). Jobs run one after the other on each thread, so no job may be slow.
//!
//! Only the import is slow, so it is split. The slow parts (checking each issue, progress,
//! cancellation and pauses) run in the caller's task before the database is touched. The part that
//! must be all or nothing is one short transaction afterwards, half a second for 10,000 issues of a
//! few hundred characters. A transaction that lasts as long as the import would block every other
//! write on every connection: SQLite has one write lock for a file.

mod audit;
mod claims;
mod comments;
mod doomed;
mod draft;
mod error;
mod existence;
mod file;
mod import;
mod import_text;
mod issues;
mod labels;
mod members;
mod schema;
mod search;
mod types;
mod worker;

use std::path::Path;

pub use self::audit::AuditedCall;
pub use self::doomed::MemberTraces;
use self::draft::{CommentBody, Line, Name};
pub use self::draft::{MAX_BODY, MAX_NAME, MAX_TITLE, NewComment, NewIssue};
pub use self::error::{OpenError, StoreError};
use self::file::Connections;
pub use self::import::ImportHooks;
pub use self::import_text::{BadLine, ImportTextError, MAX_IMPORT, parse_issues};
pub use self::types::{
    Comment, CommentId, CommentPage, Filter, Issue, IssueId, IssueLabels, IssueSummary, Label,
    LabelList, Member, MemberList, Page, State,
};
use self::worker::Worker;

/// The tracker of one database file. Clones share it, and dropping the last one closes it.
///
/// A call that is dropped before it is answered was either done completely, or not at all.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Worker,
    reader: Worker,
}

impl Store {
    /// Opens the database at `path`, or creates it with a few issues in it.
    ///
    /// Reads the whole file to verify it, and blocks meanwhile: call this before serving.
    ///
    /// # Errors
    ///
    /// Returns an error if the path cannot be written, or if the file is not a complete tracker
    /// database of a supported version. Such a file is not changed.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let Connections { writer, reader } = file::connect(path)?;
        let no_thread = |source| OpenError::NoThread {
            path: path.to_owned(),
            source,
        };
        Ok(Self {
            writer: Worker::start("tracker-writer", writer).map_err(no_thread)?,
            reader: Worker::start("tracker-reader", reader).map_err(no_thread)?,
        })
    }

    /// Opens a tracker in memory, with a few issues in it; dropping its last clone deletes it. One
    /// connection reads and writes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory or no thread for it.
    pub fn in_memory() -> Result<Self, OpenError> {
        let (path, connection) = file::in_memory()?;
        let no_thread = |source| OpenError::NoThread { path, source };
        let worker = Worker::start("tracker", connection).map_err(no_thread)?;
        Ok(Self {
            writer: worker.clone(),
            reader: worker,
        })
    }

    /// Lists issues, newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the assignee is not a member.
    pub async fn list(&self, filter: Filter) -> Result<Page, StoreError> {
        self.reader
            .call(move |connection| issues::list(connection, &filter))
            .await
    }

    /// Reads one issue.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue does not exist.
    pub async fn get(&self, id: IssueId) -> Result<Issue, StoreError> {
        self.reader
            .call(move |connection| issues::get(connection, id))
            .await
    }

    /// Opens a new issue.
    ///
    /// # Errors
    ///
    /// Returns an error if title or body break a rule, or the assignee is not a member.
    pub async fn create(&self, new: NewIssue) -> Result<Issue, StoreError> {
        let draft = new.check()?;
        self.writer
            .call(move |connection| issues::create(connection, &draft))
            .await
    }

    /// Closes an issue; a closed issue stays as it is.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue does not exist.
    pub async fn close(&self, id: IssueId) -> Result<Issue, StoreError> {
        self.writer
            .call(move |connection| issues::close(connection, id))
            .await
    }

    /// Assigns an issue to a member, or to no member with `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue or the member does not exist.
    pub async fn assign(&self, id: IssueId, member: Option<String>) -> Result<Issue, StoreError> {
        self.writer
            .call(move |connection| issues::assign(connection, id, member.as_deref()))
            .await
    }

    /// Puts a label on an issue, and assigns the issue if there is a member: both, or neither.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue, the label or the member does not exist.
    pub async fn accept(
        &self,
        id: IssueId,
        label: String,
        member: Option<String>,
    ) -> Result<Issue, StoreError> {
        self.writer
            .call(move |connection| issues::accept(connection, id, &label, member.as_deref()))
            .await
    }

    /// Deletes an issue and its comments; returns true if it existed.
    pub async fn delete(&self, id: IssueId) -> Result<bool, StoreError> {
        self.writer
            .call(move |connection| issues::delete(connection, id))
            .await
    }

    /// Opens many issues, all or none, and returns their numbers in the same order.
    ///
    /// Other calls are served in the meantime (other writes not during the final transaction). The
    /// issues appear all at once at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than [`MAX_IMPORT`] issues, if one of them is invalid, or
    /// if [`ImportHooks::cancelled`] returned true.
    pub async fn import(
        &self,
        new: Vec<NewIssue>,
        hooks: ImportHooks,
    ) -> Result<Vec<IssueId>, StoreError> {
        import::import(&self.writer, new, hooks).await
    }

    /// Lists the comments on an issue, oldest first: at most `limit`, after `offset`.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue does not exist.
    pub async fn comments(
        &self,
        issue: IssueId,
        limit: u32,
        offset: u64,
    ) -> Result<CommentPage, StoreError> {
        self.reader
            .call(move |connection| comments::list(connection, issue, limit, offset))
            .await
    }

    /// Adds a comment to an issue.
    ///
    /// # Errors
    ///
    /// Returns an error if the body breaks a rule, the issue does not exist, or the author is not a
    /// member.
    pub async fn add_comment(&self, new: NewComment) -> Result<Comment, StoreError> {
        let draft = new.check()?;
        self.writer
            .call(move |connection| comments::add(connection, &draft))
            .await
    }

    /// Replaces the body of a comment; author and time stay.
    ///
    /// # Errors
    ///
    /// Returns an error if the body breaks a rule, or the comment does not exist.
    pub async fn edit_comment(&self, id: CommentId, body: String) -> Result<Comment, StoreError> {
        let body = CommentBody::check(body)?;
        self.writer
            .call(move |connection| comments::edit(connection, id, &body))
            .await
    }

    /// Deletes a comment; returns true if it existed.
    pub async fn delete_comment(&self, id: CommentId) -> Result<bool, StoreError> {
        self.writer
            .call(move |connection| comments::delete(connection, id))
            .await
    }

    /// Lists all labels.
    pub async fn labels(&self) -> Result<LabelList, StoreError> {
        self.reader.call(labels::list).await
    }

    /// Creates a label. `meaning` describes its use, and may be empty.
    ///
    /// # Errors
    ///
    /// Returns an error if name or meaning break a rule, or the label exists.
    pub async fn create_label(&self, name: &str, meaning: &str) -> Result<Label, StoreError> {
        let name = Name::check("label", name)?;
        let meaning = Line::check("meaning", meaning, MAX_TITLE)?;
        self.writer
            .call(move |connection| labels::create(connection, &name, &meaning))
            .await
    }

    /// Renames a label wherever it is used.
    ///
    /// # Errors
    ///
    /// Returns an error if the new name breaks a rule or is another label's, or if the label does
    /// not exist.
    pub async fn rename_label(&self, name: String, to: &str) -> Result<Label, StoreError> {
        let to = Name::check("to", to)?;
        self.writer
            .call(move |connection| labels::rename(connection, &name, &to))
            .await
    }

    /// Deletes a label and removes it from all issues; returns true if it existed.
    pub async fn delete_label(&self, name: String) -> Result<bool, StoreError> {
        self.writer
            .call(move |connection| labels::delete(connection, &name))
            .await
    }

    /// Puts a label on an issue. An issue that already has it stays as it is.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue or the label does not exist.
    pub async fn attach_label(
        &self,
        issue: IssueId,
        label: String,
    ) -> Result<IssueLabels, StoreError> {
        self.writer
            .call(move |connection| labels::attach(connection, issue, &label))
            .await
    }

    /// Takes a label off an issue. An issue that does not have it stays as it is.
    ///
    /// # Errors
    ///
    /// Returns an error if the issue or the label does not exist.
    pub async fn detach_label(
        &self,
        issue: IssueId,
        label: String,
    ) -> Result<IssueLabels, StoreError> {
        self.writer
            .call(move |connection| labels::detach(connection, issue, &label))
            .await
    }

    /// Adds calls to the audit, all or none.
    pub async fn write_audit(&self, calls: Vec<AuditedCall>) -> Result<(), StoreError> {
        self.writer
            .call(move |connection| audit::write(connection, &calls))
            .await
    }

    /// Lists all members.
    pub async fn members(&self) -> Result<MemberList, StoreError> {
        self.reader.call(members::list).await
    }

    /// Adds a member.
    ///
    /// # Errors
    ///
    /// Returns an error if the name breaks a rule or is another member's.
    pub async fn add_member(&self, name: &str) -> Result<Member, StoreError> {
        let name = Name::check("member", name)?;
        self.writer
            .call(move |connection| members::add(connection, name))
            .await
    }

    /// Removes a member. Returns the number of issues that lost their assignee, or `None` if the
    /// member did not exist. The member's comments stay, without an author.
    pub async fn remove_member(&self, name: String) -> Result<Option<u64>, StoreError> {
        self.writer
            .call(move |connection| members::remove(connection, &name))
            .await
    }
}
