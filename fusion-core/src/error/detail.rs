//! The details of an error for the log: its text, and those of all its sources.

use std::{
    error::Error,
    fmt::{Display, Write as _},
};

/// Greatest number of sources in a text. An error may name itself as its source.
const MAX_SOURCES: usize = 64;

/// Appends the texts of the sources of `error` to its own: `cannot open: permission denied`. A source whose text ends the text
/// before it is left out, because many errors print their source.
pub(crate) fn with_sources(mut text: String, error: &(dyn Error + '_)) -> String {
    let mut next = error.source();
    for _ in 0..MAX_SOURCES {
        let Some(source) = next else { break };
        let own = source.to_string();
        if !text.ends_with(&own) {
            let _ = write!(text, ": {own}");
        }
        next = source.source();
    }
    text
}

/// An error that `#[derive(ToolError)]` converts, with its text.
///
/// [`ErrorText::detail`] exists for types that implement [`Error`], and hides the method of
/// [`TextOnly`], which is for all others. The method is chosen at the concrete type.
#[derive(Debug)]
pub struct ErrorText<'e, E> {
    error: &'e E,
    text: String,
}

impl<'e, E: Display> ErrorText<'e, E> {
    /// Formats an error.
    pub fn new(error: &'e E) -> Self {
        // With `{:#}`, anyhow and eyre write the whole chain of sources.
        let text = format!("{error:#}");
        Self { error, text }
    }
}

impl<E> ErrorText<'_, E> {
    /// Returns the text without sources, for the model.
    pub fn message(self) -> String {
        self.text
    }
}

impl<E: Error> ErrorText<'_, E> {
    /// Returns the text with all sources, for the log.
    pub fn detail(self) -> String {
        with_sources(self.text, self.error)
    }
}

/// The details of an error type that does not implement [`Error`].
pub trait TextOnly {
    /// Returns the text, for the log.
    fn detail(self) -> String;
}

impl<E> TextOnly for ErrorText<'_, E> {
    fn detail(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Step {
        text: &'static str,
        source: Option<Box<Step>>,
    }

    fn steps(texts: &[&'static str]) -> Step {
        let mut source = None;
        for text in texts.iter().rev() {
            source = Some(Box::new(Step { text, source }));
        }
        *source.unwrap()
    }

    #[derive(Debug)]
    struct Ring;

    impl Display for Ring {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("ring")
        }
    }

    impl Error for Ring {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&Ring)
        }
    }

    struct Bare;

    impl Display for Bare {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bare")
        }
    }

    #[test]
    fn every_source_follows_its_error_once() {
        for (texts, expected) in [
            (&["a"][..], "a"),
            (&["a", "b", "c"], "a: b: c"),
            // The second error prints its source.
            (&["a", "b: c", "c", "d"], "a: b: c: d"),
            (&["a", "a"], "a"),
        ] {
            assert_eq!(ErrorText::new(&steps(texts)).detail(), expected);
        }
        assert_eq!(ErrorText::new(&Ring).detail(), "ring");
    }

    #[test]
    fn a_type_that_is_no_error_has_its_text_alone() {
        assert_eq!(ErrorText::new(&Bare).detail(), "bare");
        assert_eq!(ErrorText::new(&steps(&["a", "b"])).detail(), "a: b");
        assert_eq!(ErrorText::new(&steps(&["a", "b"])).message(), "a");
    }
}
