//! Conversion between entities and other types, in both directions.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Converts between `S` and `T`, one by one or in batches.
///
/// A value without a counterpart is an error with its reason; a batch drops it. With the feature
/// `rmcp`, `fusion_core::wire::WireConverter` converts between the entities of a
/// [`Catalog`](super::Catalog) and the types of the SDK; [`AsJson`] converts every type that serde
/// converts. A custom converter:
///
/// ```
/// use fusion_core::catalog::{Converter, Tool};
///
/// /// Tools as lines of a list: `ban: Ban a user.`
/// struct Lines;
///
/// impl Converter<Tool, String> for Lines {
///     type Error = &'static str;
///     fn convert_from(&self, tool: Tool) -> Result<String, &'static str> {
///         let description = tool.description.ok_or("it has no description")?;
///         Ok(format!("{}: {description}", tool.name))
///     }
///     fn convert_to(&self, line: String) -> Result<Tool, &'static str> {
///         let (name, description) = line.split_once(": ").ok_or("there is no colon")?;
///         let mut tool = Tool::new(name);
///         tool.description = Some(description.to_owned());
///         Ok(tool)
///     }
/// }
///
/// let lines = ["ban: Ban a user.", "nothing"].map(str::to_owned);
/// let tools = Lines.convert_to_batch(lines);
/// assert_eq!(tools.len(), 1);
/// assert_eq!(Lines.convert_from_batch(tools), ["ban: Ban a user."]);
/// assert_eq!(Lines.convert_from(Tool::new("ban")), Err("it has no description"));
/// ```
pub trait Converter<S, T> {
    /// Reason why a value has no counterpart.
    type Error;

    /// Converts an `S` to a `T`.
    fn convert_from(&self, source: S) -> Result<T, Self::Error>;

    /// Converts a `T` to an `S`.
    fn convert_to(&self, target: T) -> Result<S, Self::Error>;

    /// Converts each `S` that has a counterpart, in order, and drops the others.
    fn convert_from_batch(&self, sources: impl IntoIterator<Item = S>) -> Vec<T> {
        let sources = sources.into_iter();
        sources
            .filter_map(|one| self.convert_from(one).ok())
            .collect()
    }

    /// Converts each `T` that has a counterpart, in order, and drops the others.
    fn convert_to_batch(&self, targets: impl IntoIterator<Item = T>) -> Vec<S> {
        let targets = targets.into_iter();
        targets
            .filter_map(|one| self.convert_to(one).ok())
            .collect()
    }
}

/// Converts to JSON and back: a [`GroupTree`](super::GroupTree), a [`Catalog`](super::Catalog), a
/// single entity. Deserialization validates the input; an error contains the path of the fault.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsJson;

impl<E: Serialize + DeserializeOwned> Converter<E, Value> for AsJson {
    type Error = serde_json::Error;

    fn convert_from(&self, entity: E) -> Result<Value, serde_json::Error> {
        serde_json::to_value(entity)
    }

    fn convert_to(&self, json: Value) -> Result<E, serde_json::Error> {
        serde_json::from_value(json)
    }
}
