//! The reasons why a schema has no form in the strict subset, with the place in the schema.

use std::fmt;

use super::limits::MAX_DEPTH;

/// The reason why a schema has no form in the strict subset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct StrictRefusal {
    path: String,
    kind: StrictRefusalKind,
}

#[derive(Debug, PartialEq, Eq)]
enum StrictRefusalKind {
    /// The schema accepts any value.
    Anything,
    /// The object has fields of any name.
    Map,
    /// The object accepts fields that its schema does not list.
    OpenObject,
    /// The schema uses a keyword that the subset lacks.
    Keyword(String),
    /// `null` is a value of the argument beside its absence.
    NestedOption,
    /// The schema has more levels of arrays and objects than the subset allows.
    Depth(usize),
}

impl StrictRefusal {
    fn new(kind: StrictRefusalKind) -> Self {
        let path = String::new();
        Self { path, kind }
    }

    pub(super) fn anything() -> Self {
        Self::new(StrictRefusalKind::Anything)
    }

    pub(super) fn map() -> Self {
        Self::new(StrictRefusalKind::Map)
    }

    pub(super) fn open_object() -> Self {
        Self::new(StrictRefusalKind::OpenObject)
    }

    pub(super) fn keyword(keyword: &str) -> Self {
        Self::new(StrictRefusalKind::Keyword(keyword.to_owned()))
    }

    pub(super) fn nested_option() -> Self {
        Self::new(StrictRefusalKind::NestedOption)
    }

    pub(super) fn depth(levels: usize) -> Self {
        Self::new(StrictRefusalKind::Depth(levels))
    }

    /// Returns the same refusal at a place inside of `step`.
    pub(super) fn inside(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }
}

impl fmt::Display for StrictRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.strip_prefix('.').unwrap_or(&self.path);
        if !path.is_empty() {
            write!(f, "at `{path}`, ")?;
        }
        match &self.kind {
            StrictRefusalKind::Anything => f.write_str(
                "any JSON is accepted, and `Profile::OpenAiStrict` has no schema for that: name a type, or take the JSON as a `String`",
            ),
            StrictRefusalKind::Map => f.write_str(
                "a map has fields of any name, and `Profile::OpenAiStrict` lists every field: take a list of structs, each with a key and a value",
            ),
            StrictRefusalKind::OpenObject => f.write_str(
                "an object accepts fields that its schema does not list, and `Profile::OpenAiStrict` lists every field: name all fields of the type",
            ),
            StrictRefusalKind::Keyword(keyword) => write!(
                f,
                "its schema uses `{keyword}`, which `Profile::OpenAiStrict` does not have: write the schema without it"
            ),
            StrictRefusalKind::NestedOption => f.write_str(
                "`null` is a value beside absence, and under `Profile::OpenAiStrict` `null` stands for absence: take one `Option` of an enum with a variant for the third state",
            ),
            StrictRefusalKind::Depth(levels) => write!(
                f,
                "the schema has {levels} levels of arrays and objects, and `Profile::OpenAiStrict` allows {MAX_DEPTH}: nest ids instead of values"
            ),
        }?;
        f.write_str(", or set another profile")
    }
}
