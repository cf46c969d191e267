//! What an author writes as an expression: defaults, from a string literal too, and their JSON,
//! where their type can be written as JSON; schemas.

use serde::Serialize;
use serde_json::Value;

/// A default on its way into the schema: method lookup on `&PublishedDefault(&value)` finds
/// [`PublishDefault`] where the type is `Serialize`, and one reference deeper [`HideDefault`].
#[derive(Debug)]
pub struct PublishedDefault<'v, T>(pub &'v T);

/// The type can be written.
pub trait PublishDefault {
    /// Its JSON.
    fn json(&self) -> Option<Value>;
}

/// The type cannot be written: the default is applied and not published.
pub trait HideDefault {
    /// Nothing.
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

/// A schema that an author wrote out: `json!({…})`, or a `schemars::Schema`.
pub fn given<T: GivenSchema>(schema: T) -> Value {
    schema.into_json()
}

/// What a schema may be written as.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no JSON Schema",
    label = "neither a `serde_json::Value` nor a `schemars::Schema`",
    note = "write `schema = json!({{\"type\": \"string\"}})`, or call a function that returns one"
)]
pub trait GivenSchema {
    /// The schema as JSON.
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
    /// The literal as a value.
    fn from_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromText for T {
    fn from_text(text: &'static str) -> Self {
        text.into()
    }
}
