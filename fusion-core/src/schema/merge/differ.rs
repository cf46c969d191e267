//! The differences between one use of a field and the merged schema, as a short text.

use serde_json::{Map, Value};

use crate::{
    args::{expected, span},
    spec::sentence::one_line,
};

/// Keywords that do not restrict values.
const ANNOTATIONS: [&str; 7] = [
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Keywords that come in pairs, with the unit of their range.
const SPANS: [(&str, &str, &str); 4] = [
    ("", "minimum", "maximum"),
    ("length", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
    ("properties", "minProperties", "maxProperties"),
];

/// Returns the differences between `own` and the `merged` schema that includes it.
pub(super) fn differences(own: &Map<String, Value>, merged: &Map<String, Value>) -> Vec<String> {
    if own == merged {
        return Vec::new();
    }
    let differs = |key: &str| own.get(key) != merged.get(key);
    let whole = ["anyOf", "enum", "oneOf", "prefixItems"];
    let own_whole = |key: &&str| differs(key) && own.contains_key(*key);
    if whole.iter().any(own_whole) || differs("type") {
        return vec![expected(own)];
    }
    let mut parts = Vec::new();
    for (of_what, low, high) in SPANS {
        if (differs(low) || differs(high))
            && let Some(span) = span(own, low, high)
        {
            parts.push(format!("{of_what} {span}").trim_start().to_owned());
        }
    }
    // The order of a map depends on the build; the order of the text must not.
    let mut rest: Vec<_> = own.iter().filter(|(key, _)| differs(key)).collect();
    rest.sort_unstable_by_key(|(key, _)| (*key == "required", *key));
    for (key, value) in rest {
        parts.extend(keyword_differences(key, value, merged.get(key)));
    }
    parts
}

fn keyword_differences(key: &str, own: &Value, merged: Option<&Value>) -> Vec<String> {
    let paired = SPANS
        .iter()
        .any(|(_, low, high)| key == *low || key == *high);
    if paired || ANNOTATIONS.contains(&key) {
        return Vec::new();
    }
    match (key, own, merged) {
        ("properties", Value::Object(own), Some(Value::Object(merged))) => {
            property_differences(own, merged)
        }
        ("items" | "additionalProperties", Value::Object(own), Some(Value::Object(merged))) => {
            let each = differences(own, merged).into_iter();
            each.map(|part| format!("each {part}")).collect()
        }
        ("required", Value::Array(own), merged) => Vec::from_iter(required_difference(own, merged)),
        ("uniqueItems", Value::Bool(true), _) => vec!["no duplicates".to_owned()],
        ("not", Value::Object(not), _) => vec![format!("not {}", expected(not))],
        ("additionalProperties", ..) => vec!["no other fields".to_owned()],
        (key, Value::String(text), _) => vec![format!("{key} {text}")],
        (key, value, _) => vec![format!("{key} {value}")],
    }
}

fn property_differences(own: &Map<String, Value>, merged: &Map<String, Value>) -> Vec<String> {
    let mut parts = Vec::new();
    for (name, own) in own {
        let (Some(own), Some(merged)) =
            (own.as_object(), merged.get(name).and_then(Value::as_object))
        else {
            continue;
        };
        let docs = own.get("description").and_then(Value::as_str);
        if let Some(docs) = docs
            && !merged.contains_key("description")
        {
            parts.push(format!("{name}: {}", one_line(docs)));
        }
        let rules = differences(own, merged).into_iter();
        parts.extend(rules.map(|part| format!("{name} {part}")));
        if let Some(default) = own.get("default")
            && !merged.contains_key("default")
        {
            parts.push(format!("{name} default {default}"));
        }
    }
    parts
}

fn required_difference(own: &[Value], merged: Option<&Value>) -> Option<String> {
    let merged = merged.and_then(Value::as_array);
    let more = own
        .iter()
        .filter(|name| !merged.is_some_and(|merged| merged.contains(name)));
    let names: Vec<_> = more.filter_map(Value::as_str).collect();
    (!names.is_empty()).then(|| format!("requires {}", names.join(", ")))
}
