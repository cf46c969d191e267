//! The reasons why a type cannot be published, with the place in the type.

use std::fmt;

use serde_json::Value;

use crate::schema::defs;

/// The reason why a type has no portable schema.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::schema) struct Refusal {
    path: String,
    kind: RefusalKind,
}

#[derive(Debug, PartialEq, Eq)]
enum RefusalKind {
    /// The type with this name contains itself.
    Recursive(String),
    /// The reference does not resolve.
    Dangling(String),
    /// The schema accepts any value.
    Anything,
    /// The schema accepts no value.
    Nothing,
    /// The name of a field is not legal.
    Name(String),
}

impl Refusal {
    fn new(kind: RefusalKind) -> Self {
        let path = String::new();
        Self { path, kind }
    }

    /// Returns the refusal of a schema that accepts any value.
    pub(super) fn any_value() -> Self {
        Self::new(RefusalKind::Anything)
    }

    /// Returns the refusal of a schema that accepts no value.
    pub(in crate::schema) fn no_value() -> Self {
        Self::new(RefusalKind::Nothing)
    }

    pub(super) fn recursive_type(name: impl Into<String>) -> Self {
        Self::new(RefusalKind::Recursive(name.into()))
    }

    pub(super) fn dangling_reference(reference: &Value) -> Self {
        let text = reference.as_str().unwrap_or_default();
        Self::new(match text {
            "#" => RefusalKind::Recursive("the type".to_owned()),
            _ => RefusalKind::Dangling(
                defs::definition_name(text).unwrap_or_else(|| text.to_owned()),
            ),
        })
    }

    pub(super) fn illegal_name(name: &str) -> Self {
        Self::new(RefusalKind::Name(name.to_owned()))
    }

    pub(super) fn with_step(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.strip_prefix('.').unwrap_or(&self.path);
        if !path.is_empty() {
            write!(f, "at `{path}`, ")?;
        }
        match &self.kind {
            RefusalKind::Recursive(name) => write!(
                f,
                "`{name}` contains itself, and not every client follows `$ref`: nest ids instead of values, give the field a schema of another type with `#[schemars(with = \"…\")]`, or build with `Profile::AsIs`"
            ),
            RefusalKind::Dangling(name) => write!(
                f,
                "its schema refers to `{name}`, which it does not define: define it under `$defs`, or write it out in its place"
            ),
            RefusalKind::Anything => f.write_str(
                "any JSON is taken, and a schema that says nothing helps no model: name a type, `serde_json::Map<String, Value>` for any object, or say that it is meant with `#[arg(any)]`",
            ),
            RefusalKind::Nothing => f.write_str(
                "the type has no value, so that no call could succeed: give the enum a variant, or take the field away",
            ),
            RefusalKind::Name(name) => write!(
                f,
                "the field `{name}` has a name that clients refuse: use 1 to 64 of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-`, as in `#[serde(rename = \"{}\")]`",
                legal_name(name)
            ),
        }
    }
}

/// Returns `true` if every client accepts `name` for a field.
pub(super) fn is_field_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.chars().all(is_legal)
}

fn is_legal(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '_' | '.' | '-')
}

/// Returns a legal name similar to `name`.
fn legal_name(name: &str) -> String {
    let words = name.split(|one| !is_legal(one));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("_").chars().take(64).collect();
    if name.is_empty() {
        "…".to_owned()
    } else {
        name
    }
}
