//! Tests of every published schema: a table of shapes, the rules of clients, and random types.

mod cases;
mod merging;
mod opaque;
mod random;
mod rules;
mod shapes;
mod strict_rules;
mod table;

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::{Profile, SchemaCompiler};
use crate::spec::{SchemaFn, schema_of};

/// Returns the schema of one type as a property of a tool, with its `$defs`. The documentation of
/// values is part of the description, as for a nested field.
fn input(leaves: &mut SchemaCompiler, schema: SchemaFn) -> Result<Value, String> {
    use super::merge::merge;
    use crate::{definition::ArgDef, schema::fixture};

    let leaf = leaves.input(schema, false)?;
    let arg = ArgDef {
        docs: leaf.docs.clone().unwrap_or_default().into(),
        leaf: leaf.into(),
        ..fixture::arg("x", "", json!({}))
    };
    let action = fixture::plain("a", "", vec![arg]);
    let mut merged = merge(&[&action]).map_err(|no| format!("{no:?}"))?;
    let field = merged.fields.remove(0);
    let text = field.text();
    let mut schema = field.property(text);
    if !merged.definitions.is_empty() {
        schema.insert("$defs".to_owned(), merged.definitions.into());
    }
    Ok(Value::Object(schema))
}

fn output(leaves: &mut SchemaCompiler, schema: SchemaFn) -> Result<Value, String> {
    let schema = leaves.output(schema)?;
    Ok(schema.map_or(Value::Null, Value::Object))
}

/// Returns the whole input schema of a tool whose one argument is `x`.
fn tool_schema_with(property: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"x": property},
        "required": ["x"],
        "additionalProperties": false
    })
}

/// Returns a property of a tool under `profile`, required or optional.
fn published(profile: Profile, schema: SchemaFn, required: bool) -> Result<Value, String> {
    let property = input(&mut SchemaCompiler::new(profile), schema)?;
    let mut whole = map(tool_schema_with(&property));
    if !required {
        whole.remove("required");
    }
    let mut whole = Value::Object(profile.input(whole)?);
    Ok(whole["properties"]["x"].take())
}

fn portable<T: JsonSchema>() -> Result<Value, String> {
    input(&mut SchemaCompiler::new(Profile::Portable), schema_of::<T>)
}

fn map(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(schema) => schema,
        other => Map::from_iter([("not a schema".to_owned(), other)]),
    }
}
