//! The types that come back from calls.

use std::any::type_name;

use serde::de::DeserializeOwned;

use super::ClientError;
use crate::result::{Content, Json, ResourceLink, ToolResponse};

/// A type that an action returns, and that its client returns in another form: [`Json<T>`](Json) as `T`, a `Result`
/// as what stands in its `Ok`, `&'static str` as `String`, and results of blocks as a [`ToolResponse`].
#[diagnostic::on_unimplemented(
    message = "a client cannot return `{Self}`",
    label = "no result that a client reads",
    note = "`client(…)` needs `T: serde::de::DeserializeOwned` where an action returns `Json<T>`: derive `serde::Deserialize` on the type, so that it reads what `Serialize` writes",
    note = "or write `#[action(client = false)]`, and the client has no method for this action"
)]
pub trait ClientOutput {
    /// The type that the client returns.
    type Value;

    /// Reads the result of a call.
    ///
    /// # Errors
    ///
    /// [`ClientError::Output`] for a result of another type.
    fn read(response: ToolResponse) -> Result<Self::Value, ClientError>;
}

/// Requires that a client can return an `R`. The expansion calls this function with the span of the type.
pub const fn client_output<R: ClientOutput>() {}

/// The result is dropped.
#[diagnostic::do_not_recommend]
impl ClientOutput for () {
    type Value = ();

    fn read(_: ToolResponse) -> Result<(), ClientError> {
        Ok(())
    }
}

#[diagnostic::do_not_recommend]
impl ClientOutput for String {
    type Value = Self;

    fn read(response: ToolResponse) -> Result<Self, ClientError> {
        first_text(&response).map(str::to_owned)
    }
}

#[diagnostic::do_not_recommend]
impl ClientOutput for &'static str {
    type Value = String;

    fn read(response: ToolResponse) -> Result<String, ClientError> {
        String::read(response)
    }
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ClientOutput for Json<T> {
    type Value = T;

    fn read(response: ToolResponse) -> Result<T, ClientError> {
        value(&response)
    }
}

/// The value, and the blocks after it.
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned, B> ClientOutput for (Json<T>, B) {
    type Value = (T, Vec<Content>);

    fn read(response: ToolResponse) -> Result<Self::Value, ClientError> {
        let value = value(&response)?;
        let (blocks, _, _) = response.into_parts();
        Ok((value, blocks.into_iter().skip(1).collect()))
    }
}

#[diagnostic::do_not_recommend]
impl ClientOutput for ToolResponse {
    type Value = Self;

    fn read(response: ToolResponse) -> Result<Self, ClientError> {
        Ok(response)
    }
}

#[diagnostic::do_not_recommend]
impl ClientOutput for Content {
    type Value = ToolResponse;

    fn read(response: ToolResponse) -> Result<ToolResponse, ClientError> {
        Ok(response)
    }
}

#[diagnostic::do_not_recommend]
impl ClientOutput for Vec<Content> {
    type Value = ToolResponse;

    fn read(response: ToolResponse) -> Result<ToolResponse, ClientError> {
        Ok(response)
    }
}

#[diagnostic::do_not_recommend]
impl ClientOutput for ResourceLink {
    type Value = ToolResponse;

    fn read(response: ToolResponse) -> Result<ToolResponse, ClientError> {
        Ok(response)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ClientOutput, E> ClientOutput for Result<T, E> {
    type Value = T::Value;

    fn read(response: ToolResponse) -> Result<T::Value, ClientError> {
        T::read(response)
    }
}

fn first_text(response: &ToolResponse) -> Result<&str, ClientError> {
    match response.content().first() {
        Some(Content::Text(text)) => Ok(text),
        _ => Err(other_type::<String>("it does not begin with a text")),
    }
}

/// Returns the value of a JSON result: the text is the whole of it, because the request asks for that.
fn value<T: DeserializeOwned>(response: &ToolResponse) -> Result<T, ClientError> {
    let read = match response.structured_content() {
        Some(value) => T::deserialize(value),
        None => serde_json::from_str(first_text(response)?),
    };
    read.map_err(|error| other_type::<T>(&error.to_string()))
}

fn other_type<T>(reason: &str) -> ClientError {
    ClientError::Output {
        type_name: type_name::<T>(),
        reason: reason.to_owned(),
    }
}
