//! The values of arguments on their way to a server.

use serde::Serialize;
use serde_json::Value;

/// A type that a client sends as an argument: every type that implements `Serialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent by a client",
    label = "this type of an argument does not implement `Serialize`",
    note = "the client of `client(…)` sends arguments as JSON: derive `serde::Serialize` on the type, so that it writes what `Deserialize` reads",
    note = "or write `#[action(client = false)]`, and the client has no method for this action"
)]
pub trait ClientArgument: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> ClientArgument for T {}

/// A serialized argument, or the reason why it cannot be sent.
#[derive(Debug)]
pub struct ArgumentValue(pub(super) Result<Value, String>);

/// Serializes an argument. The expansion calls this function with the span of the type, so that the bound appears
/// once.
pub fn client_argument<T: ClientArgument>(value: &T) -> ArgumentValue {
    ArgumentValue(serde_json::to_value(value).map_err(|error| error.to_string()))
}
