//! The traits of expressions that an author writes: defaults, also from a string literal, with
//! their JSON where their type can be serialized; and schemas.

use serde::Serialize;
use serde_json::Value;

/// A default before its serialization: method lookup on `&PublishedDefault(&value)` finds
/// [`PublishDefault`] if the type is `Serialize`, and one reference deeper [`HideDefault`].
#[derive(Debug)]
pub struct PublishedDefault<'v, T>(pub &'v T);

/// Serializes a default whose type is `Serialize`.
pub trait PublishDefault {
    /// Returns the default as JSON.
    fn json(&self) -> Option<Value>;
}

/// Hides a default whose type is not `Serialize`: it is applied and not published.
pub trait HideDefault {
    /// Returns `None`.
    fn json(&self) -> Option<Value>;
}

impl<T: Serialize> PublishDefault for PublishedDefault<'_, T> {
    fn json(&self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

impl<T> HideDefault for &PublishedDefault<'_, T> {
    fn json(&self) -> Option<Value> {
        None
    }
}

/// Converts a schema that an author wrote: `json!({…})`, or a `schemars::Schema`.
pub fn given<T: GivenSchema>(schema: T) -> Value {
    schema.into_json()
}

/// A type in which an author may write a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no JSON Schema",
    label = "neither a `serde_json::Value` nor a `schemars::Schema`",
    note = "write `schema = json!({{\"type\": \"string\"}})`, or call a function that returns one"
)]
pub trait GivenSchema {
    /// Returns the schema as JSON.
    fn into_json(self) -> Value;
}

#[diagnostic::do_not_recommend]
impl<T: Into<Value>> GivenSchema for T {
    fn into_json(self) -> Value {
        self.into()
    }
}

/// A type whose default may be written as a string literal.
#[diagnostic::on_unimplemented(
    message = "a string literal cannot be the default of a `{Self}`",
    label = "no `From<&str>`",
    note = "write a value of the argument's own type, as in `default = 20` or `default = Some(\"…\".into())`"
)]
pub trait FromText {
    /// Converts the literal into a value.
    fn from_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromText for T {
    fn from_text(text: &'static str) -> Self {
        text.into()
    }
}
