//! Errors of `install` and `uninstall`. Each names the file, the line where there is one, and the way out.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::app::{ClientApp, InstallScope};

#[derive(Debug, thiserror::Error)]
pub(crate) enum InstallError {
    #[error(
        "`{name}` cannot name a server; use 1 to 64 of the characters a-z, A-Z, 0-9, `-` and `_`"
    )]
    Name { name: String },
    #[error("there is no home folder; set {variable}")]
    NoHome { variable: &'static str },
    #[error("{} does not connect to a URL from its file; {}", .app.title(), http_advice(*.app))]
    NoHttp { app: ClientApp },
    #[error("{} keeps no entries of scope `{}`; use `{}`", .app.title(), .scope.key(), .instead.key())]
    NoScope {
        app: ClientApp,
        scope: InstallScope,
        instead: InstallScope,
    },
    #[error("cannot read {}", .path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot write {}", .path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{}:{line}: the file is not UTF-8 and was left untouched; save it as UTF-8", .path.display())]
    NotUtf8 { path: PathBuf, line: usize },
    #[error("{}:{line}:{column}: {problem}; the file was left untouched: correct this line, then repeat the command", .path.display())]
    Broken {
        path: PathBuf,
        line: usize,
        column: usize,
        problem: String,
    },
    #[error("{}:{line}: {key} is {found}, not a table of servers; the file was left untouched: correct or remove it", .path.display())]
    NotTable {
        path: PathBuf,
        line: usize,
        key: String,
        found: &'static str,
    },
    #[error("{}:{second}: `{key}` stands on line {first} already, and clients read one of the two; the file was left untouched: remove one", .path.display())]
    Duplicate {
        path: PathBuf,
        key: String,
        first: usize,
        second: usize,
    },
    #[error("{}:{line}: `{name}` belongs to another program ({found}); choose another name, or replace it with --force", .path.display())]
    Foreign {
        path: PathBuf,
        line: usize,
        name: String,
        found: String,
    },
    #[error("{}:{line}: `{key}` is written {form}, which cannot be changed without touching what surrounds it; write it as a table `[{key}]` first", .path.display())]
    Form {
        path: PathBuf,
        line: usize,
        key: String,
        form: &'static str,
    },
    #[error("{} is read-only; allow writing to it, or use --dry-run to see the change", .path.display())]
    ReadOnly { path: PathBuf },
    #[error("{} changed in the meantime and was left untouched; repeat the command", .path.display())]
    Changed { path: PathBuf },
    #[error("another process changes the same file, or left its lock: if none is running, remove {}", .path.display())]
    Locked { path: PathBuf },
    #[error("{} expands no variables, so that the value of {variable} would stand in {}, which others can read; install for the user instead", .app.title(), .path.display())]
    SecretInProject {
        app: ClientApp,
        variable: String,
        path: PathBuf,
    },
    #[error("{} expands no variables, so that the value of {variable} is written to its file; set {variable} and repeat the command", .app.title())]
    SecretUnset { app: ClientApp, variable: String },
    #[error(
        "there is no command `claude` on PATH; install Claude Code, or type where it is installed:\n{commands}"
    )]
    NoCommand { commands: String },
    #[error("`{command}` ended with {status}: {output}")]
    CommandFailed {
        command: String,
        status: String,
        output: String,
    },
}

const fn http_advice(app: ClientApp) -> &'static str {
    match app {
        ClientApp::ClaudeDesktop => {
            "install the server as a command, or add the URL under Settings > Connectors"
        }
        _ => "install the server as a command",
    }
}

/// A place in a text that cannot be edited, before it has the path of its file.
#[derive(Debug)]
pub(crate) enum TextProblem {
    Broken {
        at: usize,
        problem: String,
    },
    NotTable {
        at: usize,
        key: String,
        found: &'static str,
    },
    Duplicate {
        key: String,
        first: usize,
        second: usize,
    },
    Form {
        at: usize,
        key: String,
        form: &'static str,
    },
}

impl TextProblem {
    /// The error for `text`, the content of `path` without its byte order mark.
    pub(crate) fn in_file(self, path: &Path, text: &str) -> InstallError {
        let path = path.to_owned();
        match self {
            Self::Broken { at, problem } => {
                let (line, column) = line_and_column(text, at);
                InstallError::Broken {
                    path,
                    line,
                    column,
                    problem,
                }
            }
            Self::NotTable { at, key, found } => InstallError::NotTable {
                path,
                line: line_and_column(text, at).0,
                key,
                found,
            },
            Self::Duplicate { key, first, second } => InstallError::Duplicate {
                path,
                key,
                first: line_and_column(text, first).0,
                second: line_and_column(text, second).0,
            },
            Self::Form { at, key, form } => InstallError::Form {
                path,
                line: line_and_column(text, at).0,
                key,
                form,
            },
        }
    }
}

/// The line and column, from 1 and in characters, of a byte position.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}
