//! The formats without the feature `validate`: all of them are notes.

/// An uninhabited type, because the feature is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EnforcedFormat {}

impl EnforcedFormat {
    /// Returns `None`, because no format is enforced.
    pub(super) fn named(_: &str) -> Option<Self> {
        None
    }

    pub(super) fn fits(self, _: &str) -> bool {
        match self {}
    }
}
