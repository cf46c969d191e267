//! The argument with which a model confirms a call for a client that cannot ask its user.

use serde_json::{Map, Value, json};

use crate::definition::{ActionDef, asking::CONFIRMATION};

/// Adds the argument to the input schema of a listed tool if any of its actions takes it.
pub(super) fn with_confirmation(
    mut schema: Map<String, Value>,
    actions: &[&ActionDef],
) -> Map<String, Value> {
    if !actions.iter().any(|action| action.takes_token()) {
        return schema;
    }
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        let argument = json!({
            "type": "string",
            "description": "Only if a result asked for it: the token that the result states, after the user agreed",
        });
        properties.insert(CONFIRMATION.to_owned(), argument);
    }
    schema
}
