//! The end of a command that fails: a text on standard error, and an exit code.

use std::{error::Error, fmt::Write as _, process::ExitCode};

use super::output::error_lines;
use crate::error::BuildErrors;

/// The exit code after an error of a tool, a refused call, or findings that were denied.
pub(super) const REFUSED: u8 = 1;
/// The exit code after a mistake on the command line, or in a file that it names.
const USAGE: u8 = 2;
/// The exit code if the server could not start, or failed.
const NOT_STARTED: u8 = 3;
/// The exit code after Ctrl-C, as of shells.
const INTERRUPTED: u8 = 130;

/// The reason why a command did not succeed.
#[derive(Debug)]
pub(super) enum Failure {
    /// A text and an exit code.
    Text(u8, String),
    /// The output has the reason already.
    Code(u8),
    /// A mistake that clap reports, or the help.
    Clap(Box<clap::Error>),
}

impl Failure {
    /// A mistake on the command line.
    pub(super) fn usage(text: impl Into<String>) -> Self {
        Self::Text(USAGE, text.into())
    }

    /// A server that does not start.
    pub(super) fn start(error: &(dyn Error + 'static)) -> Self {
        Self::Text(NOT_STARTED, with_sources(error))
    }

    /// A call that the server refuses.
    pub(super) fn refused(text: impl Into<String>) -> Self {
        Self::Text(REFUSED, text.into())
    }

    /// A command that cannot do its work.
    pub(super) fn refused_with(error: &(dyn Error + 'static)) -> Self {
        Self::Text(REFUSED, with_sources(error))
    }

    /// A call that the user has cancelled.
    pub(super) fn interrupted() -> Self {
        Self::Text(INTERRUPTED, "cancelled".to_owned())
    }

    /// Prints the reason after the name of the program, and returns the exit code.
    pub(super) fn report(&self, program: &str) -> ExitCode {
        let code = match self {
            Self::Text(code, text) => {
                let _ = std::io::Write::write_all(
                    &mut std::io::stderr(),
                    error_lines(&format!("{program}: {text}")).as_bytes(),
                );
                *code
            }
            Self::Code(code) => *code,
            Self::Clap(error) => {
                // A closed output is no mistake.
                let _ = error.print();
                u8::try_from(error.exit_code()).unwrap_or(USAGE)
            }
        };
        ExitCode::from(code)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Clap(Box::new(error))
    }
}

impl From<BuildErrors> for Failure {
    fn from(errors: BuildErrors) -> Self {
        Self::start(&errors)
    }
}

/// Returns the text of an error with the texts of its sources, each unless the text before it contains it.
fn with_sources(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            let _ = write!(text, ": {cause_text}");
        }
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("cannot open the store")]
    struct Outer(#[source] Middle);

    #[derive(Debug, thiserror::Error)]
    #[error("no entry: not found")]
    struct Middle(#[source] std::io::Error);

    #[test]
    fn an_error_is_followed_by_the_sources_that_it_does_not_repeat() {
        let inner = |text: &str| Outer(Middle(std::io::Error::other(text.to_owned())));
        assert_eq!(
            with_sources(&inner("disk full")),
            "cannot open the store: no entry: not found: disk full"
        );
        assert_eq!(
            with_sources(&inner("not found")),
            "cannot open the store: no entry: not found"
        );
    }
}
