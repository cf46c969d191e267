//! The tracker's data: issues, comments, labels and members in one SQLite file. Knows nothing of
//! MCP.
//!
//! Two connections, each on a thread of its own: one writes, one reads, and neither waits for the
//! other (WAL). On a thread one job follows the other, so no job may last.
//!
//! The only slow action is the import, which is why it is split. What takes time (checking each
//! issue, telling how far it is, asking whether to go on, and the pace) happens in the caller's
//! task before the database is touched. What must be all or nothing is one short transaction
//! afterwards, half a second for 10,000 issues of a few hundred characters. A transaction held open
//! for as long as the import lasts would hold up every other write, on whichever connection: SQLite
//! has one write lock for a file.

mod audit;
mod comments;
mod draft;
mod error;
mod file;
mod import;
mod import_text;
mod issues;
mod known;
mod labels;
mod members;
mod schema;
mod search;
mod types;
mod worker;

use std::path::Path;

pub use self::audit::AuditedCall;
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

/// The tracker of one database file. Clones share it; with the last one it is closed.
///
/// Any call may be dropped before it is answered: then it was done wholly, or not at all.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Worker,
    reader: Worker,
}

impl Store {
    /// Opens the database at `path`; if there is none it is created, with a few issues in it.
    ///
    /// Reads the whole file to see that it is whole, and so blocks for a moment: call it before
    /// serving.
    ///
    /// # Errors
    ///
    /// If the path cannot be written, or there is something else than a whole tracker database of
    /// a version that this program knows. Such a file is left as it is.
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

    /// A tracker in memory, with a few issues in it; gone with its last clone. One connection does
    /// both, reading and writing.
    ///
    /// # Errors
    ///
    /// If there is no memory or no thread for it.
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
    /// If the assignee asked for is not a member.
    pub async fn list(&self, filter: Filter) -> Result<Page, StoreError> {
        self.reader
            .call(move |connection| issues::list(connection, &filter))
            .await
    }

    /// Reads one issue.
    ///
    /// # Errors
    ///
    /// If there is no such issue.
    pub async fn get(&self, id: IssueId) -> Result<Issue, StoreError> {
        self.reader
            .call(move |connection| issues::get(connection, id))
            .await
    }

    /// Opens a new issue.
    ///
    /// # Errors
    ///
    /// If title or body break a rule, or the assignee is not a member.
    pub async fn create(&self, new: NewIssue) -> Result<Issue, StoreError> {
        let draft = new.check()?;
        self.writer
            .call(move |connection| issues::create(connection, &draft))
            .await
    }

    /// Closes an issue; a closed one stays as it is.
    ///
    /// # Errors
    ///
    /// If there is no such issue.
    pub async fn close(&self, id: IssueId) -> Result<Issue, StoreError> {
        self.writer
            .call(move |connection| issues::close(connection, id))
            .await
    }

    /// Gives an issue to a member, or with `None` to nobody.
    ///
    /// # Errors
    ///
    /// If there is no such issue, or no such member.
    pub async fn assign(&self, id: IssueId, member: Option<String>) -> Result<Issue, StoreError> {
        self.writer
            .call(move |connection| issues::assign(connection, id, member.as_deref()))
            .await
    }

    /// Deletes an issue and its comments; tells whether there was one.
    pub async fn delete(&self, id: IssueId) -> Result<bool, StoreError> {
        self.writer
            .call(move |connection| issues::delete(connection, id))
            .await
    }

    /// Opens many issues, all or none, and returns their numbers in the same order.
    ///
    /// Other calls are served in the meantime (other writes not during the last moment, when all is
    /// stored); the issues appear all at once at the end.
    ///
    /// # Errors
    ///
    /// If there are more than [`MAX_IMPORT`], if one of them could not be created by itself, or if
    /// [`ImportHooks::cancelled`] said so.
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
    /// If there is no such issue.
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
    /// If the body breaks a rule, or there is no such issue, or the author is not a member.
    pub async fn add_comment(&self, new: NewComment) -> Result<Comment, StoreError> {
        let draft = new.check()?;
        self.writer
            .call(move |connection| comments::add(connection, &draft))
            .await
    }

    /// Replaces what a comment says; author and time stay.
    ///
    /// # Errors
    ///
    /// If the body breaks a rule, or there is no such comment.
    pub async fn edit_comment(&self, id: CommentId, body: String) -> Result<Comment, StoreError> {
        let body = CommentBody::check(body)?;
        self.writer
            .call(move |connection| comments::edit(connection, id, &body))
            .await
    }

    /// Deletes a comment; tells whether there was one.
    pub async fn delete_comment(&self, id: CommentId) -> Result<bool, StoreError> {
        self.writer
            .call(move |connection| comments::delete(connection, id))
            .await
    }

    /// Lists all labels.
    pub async fn labels(&self) -> Result<LabelList, StoreError> {
        self.reader.call(labels::list).await
    }

    /// Creates a label; `meaning` says when to use it, and may be empty.
    ///
    /// # Errors
    ///
    /// If name or meaning break a rule, or there is such a label.
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
    /// If the new name breaks a rule or is another label's, or there is no label of the old one.
    pub async fn rename_label(&self, name: String, to: &str) -> Result<Label, StoreError> {
        let to = Name::check("to", to)?;
        self.writer
            .call(move |connection| labels::rename(connection, &name, &to))
            .await
    }

    /// Deletes a label and takes it off all issues; tells whether there was one.
    pub async fn delete_label(&self, name: String) -> Result<bool, StoreError> {
        self.writer
            .call(move |connection| labels::delete(connection, &name))
            .await
    }

    /// Puts a label on an issue; one that has it stays as it is.
    ///
    /// # Errors
    ///
    /// If there is no such issue, or no such label.
    pub async fn attach_label(
        &self,
        issue: IssueId,
        label: String,
    ) -> Result<IssueLabels, StoreError> {
        self.writer
            .call(move |connection| labels::attach(connection, issue, &label))
            .await
    }

    /// Takes a label off an issue; one that does not have it stays as it is.
    ///
    /// # Errors
    ///
    /// If there is no such issue, or no such label.
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
    /// If the name breaks a rule or is another member's.
    pub async fn add_member(&self, name: &str) -> Result<Member, StoreError> {
        let name = Name::check("member", name)?;
        self.writer
            .call(move |connection| members::add(connection, name))
            .await
    }

    /// Removes a member; tells how many issues have nobody now, or `None` if there was no such
    /// member. Comments of theirs stay, without an author.
    pub async fn remove_member(&self, name: String) -> Result<Option<u64>, StoreError> {
        self.writer
            .call(move |connection| members::remove(connection, &name))
            .await
    }
}
