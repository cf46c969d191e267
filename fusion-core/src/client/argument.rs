//! The values of arguments on their way to a server.

use std::any::type_name;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{macro_support::Fields, result::argument_value, spec::ArgSpec};

/// A type that a client sends as an argument: every type that implements `Serialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent by a client",
    label = "this type of an argument does not implement `Serialize`",
    note = "the client of `client(…)` sends arguments as JSON: derive `serde::Serialize` on the type, which writes the JSON that the action reads",
    note = "or write `#[action(client = false)]`, and the client has no method for this action"
)]
pub trait ClientArgument: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> ClientArgument for T {}

/// An `Option`, whose setter takes what stands in its `Some`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `Option` of the standard library, and its client takes what stands in one",
    label = "another type of this name",
    note = "write the type under another name, such as an alias, and the argument is a parameter of the client"
)]
pub trait ClientOption {
    /// The type of the value.
    type Value;
}

#[diagnostic::do_not_recommend]
impl<T> ClientOption for Option<T> {
    type Value = T;
}

/// A serialized argument, or the reason why it cannot be sent.
#[derive(Debug)]
pub struct ArgumentValue(pub(super) Result<Value, String>);

impl ArgumentValue {
    fn of(value: &impl Serialize) -> Self {
        Self(argument_value(value))
    }
}

/// Serialized arguments that are the fields of a struct.
#[derive(Debug)]
pub struct ArgumentFields {
    pub(super) value: Result<Value, String>,
    pub(super) rows: &'static [ArgSpec],
    pub(super) renames: &'static [(&'static str, &'static str)],
    pub(super) type_name: &'static str,
}

impl ArgumentFields {
    /// Returns the values by the names of their arguments, or the reason why they cannot be sent.
    pub(super) fn published(self) -> Result<Map<String, Value>, String> {
        let Value::Object(values) = self.value? else {
            return Err("it is not serialized as a map".to_owned());
        };
        let named = values.into_iter().map(|(field, value)| {
            let renamed = self.renames.iter().find(|(own, _)| *own == field);
            let name = renamed.map_or(field.as_str(), |(_, published)| published);
            if self.rows.iter().any(|row| row.name == name) {
                Ok((name.to_owned(), value))
            } else {
                Err(format!(
                    "its `Serialize` writes `{field}`, which is no field of it"
                ))
            }
        });
        named.collect()
    }
}

/// Serializes a required argument, or one with a default. The expansion calls this function and those below with
/// the span of the type, so that the bound appears once.
pub fn client_argument<T: ClientArgument>(value: T) -> ArgumentValue {
    let value = &value;
    ArgumentValue::of(value)
}

/// Serializes an optional argument that is given. `O` is its type, and `T` the type that is written in it.
pub fn client_option<O: ClientOption<Value = T>, T: ClientArgument>(value: T) -> ArgumentValue {
    client_argument(value)
}

/// Serializes the fields of a struct.
pub fn client_fields<T: ClientArgument + Fields>(value: &T) -> ArgumentFields {
    ArgumentFields {
        value: ArgumentValue::of(value).0,
        rows: T::FIELDS,
        renames: T::RENAMES,
        type_name: type_name::<T>(),
    }
}
