//! Lists of types in one schema, which become a choice of one type each, because clients differ in
//! how they read such lists.

use serde_json::{Map, Value};

/// Returns the type that a keyword applies to; `None` for a keyword that applies to all types.
pub(crate) fn subject(keyword: &str) -> Option<&'static [&'static str]> {
    Some(match keyword {
        "contentEncoding" | "contentMediaType" | "format" | "maxLength" | "minLength"
        | "pattern" => &["string"],
        "exclusiveMaximum" | "exclusiveMinimum" | "maximum" | "minimum" | "multipleOf" => {
            &["integer", "number"]
        }
        "contains" | "items" | "maxContains" | "maxItems" | "minContains" | "minItems"
        | "prefixItems" | "unevaluatedItems" | "uniqueItems" => &["array"],
        "additionalProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "maxProperties"
        | "minProperties"
        | "patternProperties"
        | "properties"
        | "propertyNames"
        | "required"
        | "unevaluatedProperties" => &["object"],
        _ => return None,
    })
}

/// Converts a list of types into a choice between schemas of one type each.
pub(super) fn split(schema: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = schema.get("type") else {
        return;
    };
    let types: Vec<String> = types
        .iter()
        .filter_map(|name| Some(name.as_str()?.to_owned()))
        .collect();
    schema.remove("type");
    // If the schema also has a choice, the narrower rule applies.
    if schema.contains_key("anyOf") || schema.contains_key("oneOf") {
        return;
    }
    let mut choices: Vec<Map<String, Value>> = types
        .iter()
        .map(|name| Map::from_iter([("type".to_owned(), Value::from(name.as_str()))]))
        .collect();
    let keywords: Vec<String> = schema.keys().cloned().collect();
    for keyword in keywords {
        let subject = subject(&keyword);
        if subject.is_none() && keyword != "enum" {
            continue;
        }
        let Some(value) = schema.remove(&keyword) else {
            continue;
        };
        for (choice, name) in choices.iter_mut().zip(&types) {
            match (&value, subject) {
                (Value::Array(values), None) => {
                    let own = values.iter().filter(|value| has_type(value, name));
                    choice.insert(keyword.clone(), own.cloned().collect());
                }
                (_, Some(subject)) if subject.contains(&name.as_str()) => {
                    choice.insert(keyword.clone(), value.clone());
                }
                _ => {}
            }
        }
    }
    choices.retain(|choice| choice.get("enum") != Some(&Value::Array(Vec::new())));
    let choices = choices.into_iter().map(Value::Object).collect();
    schema.insert("anyOf".to_owned(), Value::Array(choices));
}

fn has_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => name == "number" || (name == "integer" && !number.is_f64()),
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}
