//! The text format of an import: one issue a line, `title | body | assignee`.

use std::fmt;

use thiserror::Error;

use super::draft::NewIssue;

/// Most lines of one import, and most issues.
pub const MAX_IMPORT: usize = 10_000;

/// The number of bad lines that are listed; the rest is counted.
const MAX_NAMED: usize = 8;

/// The reason why a text is not a list of issues.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportTextError {
    /// The text is too long.
    #[error("the text has {lines} lines; import at most {MAX_IMPORT} at a time")]
    TooLong {
        /// The number of lines.
        lines: usize,
    },
    /// Some lines are not issues.
    #[error("{}", BadLineList(.0))]
    BadLines(Vec<BadLine>),
}

/// A line that is not an issue, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// The problem of the line.
    pub problem: String,
}

struct BadLineList<'a>(&'a [BadLine]);

impl fmt::Display for BadLineList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, bad) in self.0.iter().take(MAX_NAMED).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}line {}: {}", bad.line, bad.problem)?;
        }
        match self.0.len().saturating_sub(MAX_NAMED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// Parses one issue a line, `title | body | assignee`; body and assignee are optional.
///
/// Blank lines and lines that begin with `#` are skipped.
///
/// # Errors
///
/// Returns all bad lines at once, each with its number, or an error if there are more than
/// [`MAX_IMPORT`] lines.
pub fn parse_issues(text: &str) -> Result<Vec<NewIssue>, ImportTextError> {
    let lines = text.lines().count();
    if lines > MAX_IMPORT {
        return Err(ImportTextError::TooLong { lines });
    }
    // Some editors write a byte order mark, which `trim` does not remove.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut issues, mut bad) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match parse_line(line) {
            Ok(issue) => issues.push(issue),
            Err(problem) => bad.push(BadLine {
                line: index + 1,
                problem,
            }),
        }
    }
    if bad.is_empty() {
        Ok(issues)
    } else {
        Err(ImportTextError::BadLines(bad))
    }
}

fn parse_line(line: &str) -> Result<NewIssue, String> {
    let mut fields = line.splitn(3, '|').map(str::trim);
    let mut next = || fields.next().unwrap_or_default().to_owned();
    let (title, body, assignee) = (next(), next(), next());
    if assignee.contains('|') {
        return Err("more than three fields; the form is `title | body | assignee`".to_owned());
    }
    let issue = NewIssue {
        title,
        body,
        assignee: (!assignee.is_empty()).then_some(assignee),
    };
    match issue.clone().check() {
        Ok(_) => Ok(issue),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue(title: &str, body: &str, assignee: Option<&str>) -> NewIssue {
        NewIssue {
            title: title.to_owned(),
            body: body.to_owned(),
            assignee: assignee.map(str::to_owned),
        }
    }

    #[test]
    fn body_and_assignee_may_be_left_out_and_comments_and_blank_lines_are_skipped() {
        let text = "\u{feff}# exported\r\n\r\nOnly a title\r\n  With body |  the body \n\
                    All|of it| ada\n  # more\nNo body || grace\nBars | |";
        assert_eq!(
            parse_issues(text),
            Ok(vec![
                issue("Only a title", "", None),
                issue("With body", "the body", None),
                issue("All", "of it", Some("ada")),
                issue("No body", "", Some("grace")),
                issue("Bars", "", None),
            ])
        );
        assert_eq!(parse_issues(""), Ok(vec![]));
    }

    #[test]
    fn all_bad_lines_are_named_by_their_number() {
        let error = parse_issues("# head\nfine\n | no title\na|b|c|d\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3: title must not be empty; line 4: more than three fields; \
             the form is `title | body | assignee`"
        );
    }

    #[test]
    fn of_many_bad_lines_the_first_are_named_and_the_rest_counted() {
        let error = parse_issues(&"|\n".repeat(10)).unwrap_err().to_string();
        assert!(error.starts_with("line 1: title must not be empty; line 2: "));
        assert!(error.ends_with("; line 8: title must not be empty; and 2 more"));
    }

    #[test]
    fn ten_thousand_lines_are_the_most() {
        assert_eq!(parse_issues(&"x\n".repeat(10_000)).unwrap().len(), 10_000);
        assert_eq!(
            parse_issues(&"x\n".repeat(10_001)).unwrap_err().to_string(),
            "the text has 10001 lines; import at most 10000 at a time"
        );
    }
}
