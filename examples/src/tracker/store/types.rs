//! The inputs and outputs of the store. A language model reads the docs of the types that become
//! JSON.

use std::fmt;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An issue's number, as `issues.list` tells it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct IssueId(pub u64);

impl fmt::Display for IssueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromSql for IssueId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        u64::column_result(value).map(Self)
    }
}

impl ToSql for IssueId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(to_sql_integer(self.0))
    }
}

/// A comment's number, as `comments.list` tells it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct CommentId(pub u64);

impl fmt::Display for CommentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromSql for CommentId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        u64::column_result(value).map(Self)
    }
}

impl ToSql for CommentId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(to_sql_integer(self.0))
    }
}

/// SQLite's integers end at `i64::MAX`. A greater number is bound as NULL, which equals no row.
fn to_sql_integer(number: u64) -> ToSqlOutput<'static> {
    i64::try_from(number).map_or(ToSqlOutput::Owned(Value::Null), ToSqlOutput::from)
}

/// Whether an issue still needs work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Still to be done.
    Open,
    /// Done, or given up.
    Closed,
}

impl FromSql for State {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "open" => Ok(Self::Open),
            "closed" => Ok(Self::Closed),
            other => Err(FromSqlError::Other(
                format!("no issue state: {other:?}").into(),
            )),
        }
    }
}

impl ToSql for State {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Open => "open".into(),
            Self::Closed => "closed".into(),
        })
    }
}

/// An issue, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Issue {
    /// The issue's number.
    pub id: IssueId,
    /// One line that says what it is about.
    pub title: String,
    /// The full description; may be empty.
    pub body: String,
    /// Whether it still needs work.
    pub state: State,
    /// The member who works on it; null if nobody does.
    pub assignee: Option<String>,
    /// Its labels, in alphabetical order.
    pub labels: Vec<String>,
    /// How many comments it has.
    pub comments: u64,
    /// When it was opened (RFC 3339, UTC).
    pub opened_at: String,
    /// When it was closed (RFC 3339, UTC); null while it is open.
    pub closed_at: Option<String>,
}

/// An issue in a list, without its body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IssueSummary {
    /// The issue's number.
    pub id: IssueId,
    /// One line that says what it is about.
    pub title: String,
    /// Whether it still needs work.
    pub state: State,
    /// The member who works on it; null if nobody does.
    pub assignee: Option<String>,
    /// When it was opened (RFC 3339, UTC).
    pub opened_at: String,
}

/// One page of a list of issues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Page {
    /// The issues of this page, newest first.
    pub issues: Vec<IssueSummary>,
    /// How many issues match on all pages together.
    pub total: u64,
}

/// The filter of a list of issues; a field that is `None` matches all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Only issues in this state.
    pub state: Option<State>,
    /// Only issues of this member.
    pub assignee: Option<String>,
    /// Only issues with all of these words in title or body; each also stands for longer words
    /// that begin with it. Blank text does not restrict.
    pub text: Option<String>,
    /// The maximum number of issues to return.
    pub limit: u32,
    /// The number of the newest issues to skip.
    pub offset: u64,
}

/// All issues, the newest 20.
impl Default for Filter {
    fn default() -> Self {
        Self {
            state: None,
            assignee: None,
            text: None,
            limit: 20,
            offset: 0,
        }
    }
}

/// A comment on an issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Comment {
    /// The comment's number.
    pub id: CommentId,
    /// The number of the issue that it belongs to.
    pub issue: IssueId,
    /// The member who wrote it; null if that member was removed.
    pub author: Option<String>,
    /// What it says.
    pub body: String,
    /// When it was written (RFC 3339, UTC).
    pub written_at: String,
}

/// One page of the comments on an issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommentPage {
    /// The comments of this page, oldest first.
    pub comments: Vec<Comment>,
    /// How many comments the issue has on all pages together.
    pub total: u64,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// The label's name.
    pub name: String,
    /// When to use it; may be empty.
    pub meaning: String,
    /// How many issues have it.
    pub issues: u64,
}

/// All labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LabelList {
    /// The labels, in alphabetical order.
    pub labels: Vec<Label>,
}

/// The labels of one issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IssueLabels {
    /// The issue's number.
    pub issue: IssueId,
    /// Its labels, in alphabetical order.
    pub labels: Vec<String>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    /// The member's name.
    pub name: String,
    /// How many open issues are assigned to the member.
    pub open_issues: u64,
}

/// All members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MemberList {
    /// The members, in alphabetical order.
    pub members: Vec<Member>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_model_reads_what_each_state_means() {
        assert_eq!(
            serde_json::to_value(schemars::schema_for!(State)).unwrap(),
            json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "State",
                "description": "Whether an issue still needs work.",
                "oneOf": [
                    { "description": "Still to be done.", "type": "string", "const": "open" },
                    { "description": "Done, or given up.", "type": "string", "const": "closed" },
                ],
            })
        );
    }

    #[test]
    fn a_number_is_a_plain_integer_in_json() {
        assert_eq!(
            serde_json::to_value(schemars::schema_for!(IssueId)).unwrap(),
            json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "IssueId",
                "description": "An issue's number, as `issues.list` tells it.",
                "type": "integer",
                "format": "uint64",
                "minimum": 0,
            })
        );
    }
}
