//! The canonical form of a schema: one form for equal meaning, without annotations. References are replaced by
//! their definitions unless they are recursive.

mod choices;
mod keywords;
mod references;
mod texts;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use self::keywords::{KeywordContent, content, is_relevant};
pub(super) use self::{
    keywords::plain_numbers,
    types::{is_within, types_of_value, value_types},
};
use crate::args::{ALIAS, VALUE_ALIASES, value_aliases};

/// Returns the canonical form of a schema, and the docs inside of it by their places.
pub(super) fn canonical(
    schema: &Map<String, Value>,
    definitions: &Map<String, Value>,
) -> (Value, BTreeMap<String, String>) {
    let schema = references::inlined(schema, definitions);
    let texts = texts::collect(&schema);
    (normal(Value::Object(schema)), texts)
}

/// The number of passes over one schema. A pass that changes nothing is the last; two or three are usual.
const MAX_PASSES: usize = 16;

/// Returns the canonical form of a schema whose references are replaced. The function is idempotent.
pub(super) fn normal(schema: Value) -> Value {
    let mut schema = match schema {
        schema @ (Value::Object(_) | Value::Bool(false)) => schema,
        _ => Value::Object(Map::new()),
    };
    // A part that was joined may restrict what was settled before.
    for _ in 0..MAX_PASSES {
        let Value::Object(map) = &schema else {
            break;
        };
        let next = object(map.clone());
        if next == schema {
            break;
        }
        schema = next;
    }
    schema
}

fn object(schema: Map<String, Value>) -> Value {
    if schema
        .get("not")
        .is_some_and(|not| normal(not.clone()) == Value::Object(Map::new()))
    {
        return Value::Bool(false);
    }
    let mut kept = Map::new();
    for (keyword, value) in constant_as_enum(schema) {
        if let Some(value) = canonical_value(&keyword, value) {
            kept.insert(keyword, value);
        }
    }
    if !types::settle(&mut kept) || !choices::settle(&mut kept) || !types::settle(&mut kept) {
        return Value::Bool(false);
    }
    keywords::settle_bounds(&mut kept);
    let accepted = types_of_value(&kept);
    kept.retain(|keyword, _| is_relevant(keyword, accepted.as_ref()));
    sorted(kept)
}

/// Returns a `const` as an `enum` of one value, with the aliases beside it as those of the value.
fn constant_as_enum(mut schema: Map<String, Value>) -> Map<String, Value> {
    let aliases: Map<_, _> = value_aliases(&schema).collect();
    let constant = schema.remove("const");
    if let Some(value) = constant {
        let listed = schema.get("enum").and_then(Value::as_array);
        let is_listed = listed.is_none_or(|values| values.contains(&value));
        let values = if is_listed { vec![value] } else { Vec::new() };
        schema.insert("enum".to_owned(), values.into());
        schema.remove(ALIAS);
    }
    if !aliases.is_empty() {
        schema.insert(VALUE_ALIASES.to_owned(), aliases.into());
    }
    schema
}

/// Returns the canonical value of a keyword; `None` if the keyword restricts nothing.
fn canonical_value(keyword: &str, value: Value) -> Option<Value> {
    let any = |schema: &Value| *schema == Value::Object(Map::new());
    let value = match (content(keyword)?, value) {
        (KeywordContent::Schema, value) => Some(normal(value)).filter(|schema| {
            let may_be_left_out = [
                "additionalProperties",
                "items",
                "propertyNames",
                "unevaluatedItems",
                "unevaluatedProperties",
            ];
            !(any(schema) && may_be_left_out.contains(&keyword))
        })?,
        (KeywordContent::SchemaList, Value::Array(schemas)) => {
            schemas.into_iter().map(normal).collect()
        }
        (KeywordContent::Schemas, Value::Object(schemas)) => {
            let schemas = schemas.into_iter();
            let schemas: BTreeMap<_, _> = schemas
                .map(|(name, schema)| (name, normal(schema)))
                .collect();
            Value::Object(schemas.into_iter().collect())
        }
        (KeywordContent::Names, Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.collect::<BTreeSet<_>>().into_iter().collect()
        }
        (_, value) => plain_numbers(value),
    };
    let is_idle = match (keyword, &value) {
        ("minLength" | "minItems" | "minProperties", value) => value.as_u64() == Some(0),
        ("uniqueItems", value) => *value == Value::Bool(false),
        ("required" | "allOf" | "prefixItems", Value::Array(values)) => values.is_empty(),
        (
            "properties" | "patternProperties" | "dependentRequired" | "dependentSchemas" | "$defs",
            value,
        ) => value.as_object().is_some_and(Map::is_empty),
        _ => false,
    };
    (!is_idle).then_some(value)
}

/// Returns a map with its keys in order, also where `serde_json` keeps the order of insertion.
fn sorted(map: Map<String, Value>) -> Value {
    let map: BTreeMap<_, _> = map.into_iter().collect();
    Value::Object(map.into_iter().collect())
}

#[cfg(test)]
mod tests;
