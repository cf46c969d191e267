//! Input schema of a listed tool: the discriminator, then the merged fields.

use serde_json::{Map, Value, json};

use crate::{
    definition::{ActionDef, ToolDef},
    schema::MergedSchema,
};

/// Returns the schema of the discriminator argument.
pub(super) fn discriminator(
    tool: &ToolDef,
    actions: &[&ActionDef],
    overflow: Option<String>,
) -> Value {
    let keys: Vec<_> = actions.iter().map(|action| action.key.as_ref()).collect();
    let mut description = if tool.is_flat() {
        "Which operation to perform".to_owned()
    } else {
        let name = tool.spec.discriminator;
        format!("Module and operation (module.{name} format)")
    };
    if let Some(overflow) = overflow {
        description.push_str("\n\n");
        description.push_str(&overflow);
    }
    json!({"type": "string", "enum": keys, "description": description})
}

/// Returns the object schema of the discriminator, if any, and the merged fields. A field without a
/// text in `texts` has its own.
pub(super) fn input_schema(
    discriminator: Option<(&str, Value)>,
    merged: MergedSchema<'_>,
    texts: Option<Vec<String>>,
) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    if let Some((name, schema)) = discriminator {
        required.push(name);
        properties.insert(name.to_owned(), schema);
    }
    merged.required().for_each(|name| required.push(name));
    let mut texts = texts.map(Vec::into_iter);
    for field in merged.fields {
        let text = match &mut texts {
            Some(texts) => texts.next().unwrap_or_default(),
            None => field.text(),
        };
        let name = field.name.to_owned();
        properties.insert(name, Value::Object(field.property(text)));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    if !merged.definitions.is_empty() {
        schema.insert("$defs".to_owned(), merged.definitions.into());
    }
    schema
}
