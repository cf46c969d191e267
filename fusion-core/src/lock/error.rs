//! The errors of a lock file, each with the way out.

use std::{fmt, io, path::PathBuf};

use super::Diff;

/// The way to write a lock file again.
const UPDATE: &str = "run `FUSION_LOCK=update cargo test`, and commit the file";

/// The reason why a lock file cannot be read, or differs from its server. `Debug` prints the same text as
/// `Display`, because a test that unwraps or returns the error prints `Debug`.
#[non_exhaustive]
pub enum LockError {
    /// There is no such file.
    Missing {
        /// The path, as given.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    Io {
        /// The path, as given.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is empty.
    Empty,
    /// The file has the markers of a merge conflict.
    Conflict {
        /// The line of the first marker, from 1.
        line: usize,
    },
    /// A newer version of this crate wrote the file.
    Version {
        /// The version of the format in the file.
        found: u64,
        /// The newest version that this crate reads.
        known: u64,
    },
    /// The file is no lock: it is no TOML, or has other keys or types.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The mistake.
        reason: String,
    },
    /// The server differs from the file.
    Changed {
        /// The path, as given.
        path: PathBuf,
        /// The changes since the file was written. They are empty if only the form of the file differs.
        diff: Diff,
    },
    /// The environment variable `FUSION_LOCK` has an unknown value.
    UnknownMode {
        /// The value.
        value: String,
    },
}

impl LockError {
    /// Returns the reason why a text is no lock, without the way out; empty for the other cases.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Empty => "the lock is empty".to_owned(),
            Self::Conflict { line } => format!("line {line} has the marker of a merge conflict"),
            Self::Version { found, known } => format!(
                "the lock has the format {found}, and this version of fusion-core reads up to {known}"
            ),
            Self::Syntax { line, reason } => format!("line {line} of the lock: {reason}"),
            Self::Missing { .. }
            | Self::Io { .. }
            | Self::Changed { .. }
            | Self::UnknownMode { .. } => String::new(),
        }
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path } => {
                let path = path.display();
                write!(f, "there is no `{path}`: to write it, {UPDATE}")?;
                write!(f, " (tests run in the folder of their package)")
            }
            Self::Io { path, source } => write!(f, "`{}`: {source}", path.display()),
            Self::Empty => write!(f, "{}: to write it, {UPDATE}", self.reason()),
            Self::Conflict { .. } => {
                write!(
                    f,
                    "{}: resolve it by either side, then {UPDATE}",
                    self.reason()
                )
            }
            Self::Version { .. } => write!(
                f,
                "{}: update fusion-core, or to write the lock in the older format, {UPDATE}",
                self.reason()
            ),
            Self::Syntax { .. } => write!(f, "{}; to write it again, {UPDATE}", self.reason()),
            Self::Changed { path, diff } if diff.is_empty() => {
                let path = path.display();
                write!(
                    f,
                    "`{path}` has the meaning of the server in another form: {UPDATE}"
                )
            }
            Self::Changed { path, diff } => write!(
                f,
                "the server differs from `{}`:\n\n{diff}\n\nIf that is intended, {UPDATE}",
                path.display()
            ),
            Self::UnknownMode { value } => write!(
                f,
                "`FUSION_LOCK` is `{value}`: set it to `update` to write lock files, or leave it out"
            ),
        }
    }
}

impl fmt::Debug for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
