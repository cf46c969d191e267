//! The engine of patterns without the feature `validate`: no pattern compiles.

const NEEDS_FEATURE: &str = "its pattern needs the feature `validate` of fusion-core";

/// An uninhabited type, because the feature is off.
#[derive(Debug)]
pub(in crate::args::plan) enum BoundedPattern {}

/// An uninhabited type, because the feature is off.
#[derive(Debug)]
pub(in crate::args::plan) enum NamePattern {}

impl BoundedPattern {
    pub(in crate::args::plan) fn compile(_: &str) -> Result<Self, String> {
        Err(NEEDS_FEATURE.to_owned())
    }

    pub(in crate::args::plan) fn fits(&self, _: &str) -> bool {
        match *self {}
    }
}

impl NamePattern {
    pub(in crate::args::plan) fn compile(_: &str) -> Result<Self, String> {
        Err(NEEDS_FEATURE.to_owned())
    }

    pub(in crate::args::plan) fn matches(&self, _: &str) -> bool {
        match *self {}
    }
}

pub(in crate::args) fn start_call() {}

pub(in crate::args::plan) fn reset_limit() {}

/// Returns `None`, because nothing is matched.
pub(in crate::args) fn exceeded_limit() -> Option<&'static str> {
    None
}
