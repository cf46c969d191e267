//! Enumerated values: one `enum` of one type, for all forms that schemars emits.

use serde_json::{Map, Value, json};

use crate::args::{ALIAS, VALUE_ALIASES, alias_names, value_aliases};

/// Converts `const` and a `oneOf` of documented values into `enum`. Returns the documentation of
/// the values that have any.
pub(super) fn enumerate(schema: &mut Map<String, Value>) -> Vec<(String, String)> {
    let mut documented = Vec::new();
    if let Some(entries) = schema.get("oneOf").and_then(Value::as_array)
        && let Some(values) = entries
            .iter()
            .map(documented_values)
            .collect::<Option<Vec<_>>>()
        && common_type(values.iter().flat_map(|(values, _)| *values)).is_some()
        && !schema.contains_key("enum")
    {
        let aliases: Map<String, Value> = entries
            .iter()
            .filter_map(Value::as_object)
            .flat_map(value_aliases)
            .collect();
        let mut all: Vec<Value> = Vec::new();
        for (values, docs) in values {
            if let ([value], Some(docs)) = (values, docs) {
                documented.push((word(value), docs.to_owned()));
            }
            for value in values {
                if !all.contains(value) {
                    all.push(value.clone());
                }
            }
        }
        schema.remove("oneOf");
        schema.insert("enum".to_owned(), all.into());
        if !aliases.is_empty() {
            schema.insert(VALUE_ALIASES.to_owned(), aliases.into());
        }
    }
    if let Some(value) = schema.remove("const") {
        if let Some(mark) = schema.remove(ALIAS) {
            let names = alias_names(&mark).map(|alias| (alias.to_owned(), value.clone()));
            schema.insert(VALUE_ALIASES.to_owned(), Value::Object(names.collect()));
        }
        schema
            .entry("enum")
            .or_insert_with(|| Value::Array(vec![value]));
    }
    if !schema.contains_key("type")
        && let Some(values) = schema.get("enum").and_then(Value::as_array)
        && let Some(name) = common_type(values)
    {
        schema.insert("type".to_owned(), name.into());
    }
    documented
}

/// Moves values that are separate branches of a choice into one branch.
pub(super) fn group(schema: &mut Map<String, Value>) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(keyword) else {
            continue;
        };
        // A description of several values at once would be lost in a merged branch.
        let kind_of = |branch: &Value| {
            let (values, docs) = documented_values(branch)?;
            common_type(values).filter(|_| docs.is_none() || values.len() == 1)
        };
        let mut grouped: Vec<(Option<&str>, Vec<Value>)> = Vec::new();
        for branch in branches.drain(..) {
            let kind = kind_of(&branch);
            let same = grouped.iter_mut().find(|(other, _)| *other == kind);
            match same {
                Some((Some(_), group)) => group.push(branch),
                _ => grouped.push((kind, vec![branch])),
            }
        }
        branches.extend(grouped.into_iter().map(|(_, mut group)| {
            if group.len() == 1 {
                group.swap_remove(0)
            } else {
                json!({"oneOf": group})
            }
        }));
    }
}

/// Returns the values of one entry of a `oneOf` with their documentation, if the entry contains
/// only values.
fn documented_values(entry: &Value) -> Option<(&[Value], Option<&str>)> {
    let entry = entry.as_object()?;
    let plain = [
        ALIAS,
        VALUE_ALIASES,
        "const",
        "deprecated",
        "description",
        "enum",
        "title",
        "type",
    ];
    if !entry.keys().all(|key| plain.contains(&key.as_str())) {
        return None;
    }
    let values = match (entry.get("const"), entry.get("enum")) {
        (Some(value), None) => std::slice::from_ref(value),
        (None, Some(Value::Array(values))) => values,
        _ => return None,
    };
    let docs = entry.get("description").and_then(Value::as_str);
    Some((values, docs.filter(|docs| !docs.trim().is_empty())))
}

/// Returns the JSON Schema type that all values share.
fn common_type<'v>(values: impl IntoIterator<Item = &'v Value>) -> Option<&'static str> {
    let mut values = values.into_iter().map(json_type);
    let first = values.next()??;
    values.all(|kind| kind == Some(first)).then_some(first)
}

fn json_type(value: &Value) -> Option<&'static str> {
    match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
