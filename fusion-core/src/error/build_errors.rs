//! All mistakes of one `build()`.

use std::fmt;

use super::BuildError;

/// Every mistake that `build()` found, in the order of the tools. `Debug` prints the same text as
/// `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildErrors(Vec<BuildError>);

impl BuildErrors {
    /// Returns `Err` with all `errors`, or `Ok` if there are none.
    pub(crate) fn check(errors: Vec<BuildError>) -> Result<(), Self> {
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Self(errors))
        }
    }

    /// Returns the errors of a single mistake.
    pub(crate) fn of(error: BuildError) -> Self {
        Self(vec![error])
    }

    /// Returns an iterator over the mistakes.
    pub fn iter(&self) -> impl Iterator<Item = &BuildError> {
        self.0.iter()
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()`
/// print `Debug`. The derived form would hide the fix.
impl fmt::Debug for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_main_prints_names_the_way_out() {
        let twice = |name: &str| BuildError::DuplicateTool {
            name: name.to_owned(),
        };
        let errors = BuildErrors::check(vec![twice("d"), twice("e")]).unwrap_err();
        let error: Box<dyn std::error::Error> = errors.into();
        assert_eq!(
            format!("Error: {error:?}"),
            "Error: two tools are named `d`: give one of them another `name`\n\
             two tools are named `e`: give one of them another `name`"
        );
    }
}
