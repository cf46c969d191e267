//! Texts of callers, before and after they are validated.

use super::error::StoreError;
use super::types::IssueId;

/// Longest title, in characters.
pub const MAX_TITLE: usize = 200;
/// Longest body of an issue or a comment, in characters.
pub const MAX_BODY: usize = 20_000;
/// Longest name of a label or a member, in characters.
pub const MAX_NAME: usize = 50;

/// An issue to open, as the caller wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewIssue {
    /// One line; surrounding spaces are dropped.
    pub title: String,
    /// May be empty.
    pub body: String,
    /// A member's name.
    pub assignee: Option<String>,
}

/// A [`NewIssue`] that keeps the rules for titles and bodies; only [`NewIssue::check`] makes one.
///
/// Only the database can validate the assignee.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) title: String,
    pub(super) body: String,
    pub(super) assignee: Option<String>,
}

impl NewIssue {
    pub(super) fn check(self) -> Result<Draft, StoreError> {
        let Line(title) = Line::check_filled("title", &self.title, MAX_TITLE)?;
        check_body(&self.body)?;
        Ok(Draft {
            title,
            body: self.body,
            assignee: self.assignee,
        })
    }
}

/// A comment to write, as the caller wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewComment {
    /// The issue that it belongs to.
    pub issue: IssueId,
    /// A member's name.
    pub author: String,
    /// Must not be blank.
    pub body: String,
}

/// A [`NewComment`] that keeps the rules; only the database can validate issue and author.
#[derive(Debug)]
pub(super) struct CommentDraft {
    pub(super) issue: IssueId,
    pub(super) author: String,
    pub(super) body: CommentBody,
}

impl NewComment {
    pub(super) fn check(self) -> Result<CommentDraft, StoreError> {
        Ok(CommentDraft {
            issue: self.issue,
            author: self.author,
            body: CommentBody::check(self.body)?,
        })
    }
}

/// A body that keeps the rules for comments; only [`CommentBody::check`] makes one.
#[derive(Debug)]
pub(super) struct CommentBody(pub(super) String);

impl CommentBody {
    pub(super) fn check(body: String) -> Result<Self, StoreError> {
        if body.trim().is_empty() {
            return Err(invalid_error("body", "must not be empty"));
        }
        check_body(&body)?;
        Ok(Self(body))
    }
}

/// A name that keeps the rules for labels and members; only [`Name::check`] makes one.
#[derive(Debug)]
pub(super) struct Name(pub(super) String);

impl Name {
    /// `field` is the argument's name.
    pub(super) fn check(field: &'static str, name: &str) -> Result<Self, StoreError> {
        let Line(name) = Line::check_filled(field, name, MAX_NAME)?;
        Ok(Self(name))
    }
}

/// One line without surrounding spaces, possibly empty; only its own functions make one.
#[derive(Debug)]
pub(super) struct Line(pub(super) String);

impl Line {
    pub(super) fn check(field: &'static str, text: &str, max: usize) -> Result<Self, StoreError> {
        let text = text.trim();
        if text.chars().any(char::is_control) {
            return Err(invalid_error(
                field,
                "must be one line without control characters",
            ));
        }
        check_length(max, field, text)?;
        Ok(Self(text.to_owned()))
    }

    fn check_filled(field: &'static str, text: &str, max: usize) -> Result<Self, StoreError> {
        if text.trim().is_empty() {
            return Err(invalid_error(field, "must not be empty"));
        }
        Self::check(field, text, max)
    }
}

fn check_body(body: &str) -> Result<(), StoreError> {
    // SQLite stores NUL, but its functions read a text only up to the first one.
    if body.contains('\0') {
        return Err(invalid_error("body", "must not contain NUL"));
    }
    check_length(MAX_BODY, "body", body)
}

fn check_length(max: usize, field: &'static str, text: &str) -> Result<(), StoreError> {
    let length = text.chars().count();
    if length > max {
        let rule = format!("must have at most {max} characters; this one has {length}");
        return Err(invalid_error(field, rule));
    }
    Ok(())
}

pub(super) fn invalid_error(field: &'static str, rule: impl Into<String>) -> StoreError {
    StoreError::Invalid {
        field,
        rule: rule.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(title: &str, body: &str) -> Result<String, String> {
        let issue = NewIssue {
            title: title.to_owned(),
            body: body.to_owned(),
            assignee: None,
        };
        issue
            .check()
            .map(|draft| draft.title)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_title_is_one_line_of_bounded_length_without_spaces_around_it() {
        let longest = "é".repeat(MAX_TITLE);
        assert_eq!(verdict("  Fix it ", ""), Ok("Fix it".to_owned()));
        assert_eq!(verdict(&longest, ""), Ok(longest.clone()));
        assert_eq!(
            verdict(&format!("{longest}x"), ""),
            Err("title must have at most 200 characters; this one has 201".to_owned())
        );
        assert_eq!(
            verdict(" \n", ""),
            Err("title must not be empty".to_owned())
        );
        assert_eq!(
            verdict("two\nlines", ""),
            Err("title must be one line without control characters".to_owned())
        );
    }

    #[test]
    fn a_body_may_have_lines_but_no_nul_and_has_a_bounded_length() {
        let longest = "x".repeat(MAX_BODY);
        assert_eq!(verdict("t", "two\nlines"), Ok("t".to_owned()));
        assert_eq!(verdict("t", &longest), Ok("t".to_owned()));
        assert_eq!(
            verdict("t", &format!("{longest}x")),
            Err("body must have at most 20000 characters; this one has 20001".to_owned())
        );
        assert_eq!(
            verdict("t", "a\0b"),
            Err("body must not contain NUL".to_owned())
        );
    }

    #[test]
    fn a_comment_says_something() {
        let verdict = |body: &str| {
            CommentBody::check(body.to_owned())
                .map(|body| body.0)
                .map_err(|error| error.to_string())
        };
        assert_eq!(verdict(" two\nlines\n"), Ok(" two\nlines\n".to_owned()));
        assert_eq!(verdict(" \n\t"), Err("body must not be empty".to_owned()));
        assert_eq!(verdict("a\0b"), Err("body must not contain NUL".to_owned()));
    }

    #[test]
    fn a_name_is_one_short_line_without_spaces_around_it() {
        let verdict = |name: &str| {
            Name::check("to", name)
                .map(|name| name.0)
                .map_err(|error| error.to_string())
        };
        assert_eq!(
            verdict(" good first issue "),
            Ok("good first issue".to_owned())
        );
        assert_eq!(verdict(" "), Err("to must not be empty".to_owned()));
        assert_eq!(
            verdict("a\tb"),
            Err("to must be one line without control characters".to_owned())
        );
        assert_eq!(
            verdict(&"x".repeat(51)),
            Err("to must have at most 50 characters; this one has 51".to_owned())
        );
    }
}
