//! The short text of a schema for error messages: `array of string`, `integer 1..100`.

use serde_json::{Map, Value};

/// Formats a published schema: the type, then its bounds.
pub(crate) fn expected(schema: &Map<String, Value>) -> String {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<_> = values.iter().map(word).collect();
        return words.join("|");
    }
    if let Some(value) = schema.get("const") {
        return word(value);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(any) = schema.get(keyword).and_then(Value::as_array) {
            return choice(any);
        }
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    let base = match schema.get("type") {
        Some(Value::String(name)) => named(name, schema),
        Some(Value::Array(names)) => {
            let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        _ => "any value".to_owned(),
    };
    let base = match schema.get("format").and_then(Value::as_str) {
        Some(format) => format!("{base} ({format})"),
        None => base,
    };
    let base = match schema.get("pattern").and_then(Value::as_str) {
        Some(pattern) => format!("{base} matching {pattern}"),
        None => base,
    };
    match schema.get("not").and_then(Value::as_object) {
        Some(not) => format!("{base}, not {}", expected(not)),
        None => base,
    }
}

fn choice(any: &[Value]) -> String {
    let branches = || any.iter().filter_map(Value::as_object);
    // Beside a variant with content, `object` would be an unclear name of the other objects.
    let has_shapes = branches().any(|branch| only_key(branch).is_some());
    let mut words: Vec<String> = Vec::new();
    for branch in branches() {
        let shape = if has_shapes { shape(branch) } else { None };
        let one = shape.unwrap_or_else(|| expected(branch));
        if !words.contains(&one) {
            words.push(one);
        }
    }
    words.join(" or ")
}

/// Returns the key of an object that has one and no other, which is how serde writes a variant with content.
fn only_key(schema: &Map<String, Value>) -> Option<&str> {
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let mut names = schema.get("properties")?.as_object()?.keys();
    let required = schema.get("required")?.as_array()?;
    match (names.next(), names.next()) {
        (Some(only), None) if is_closed && required.len() == 1 => Some(only),
        _ => None,
    }
}

/// Formats the required properties of an object: `{x: …, y: …}`.
fn shape(schema: &Map<String, Value>) -> Option<String> {
    let properties = schema.get("properties")?.as_object()?;
    let required = schema.get("required")?.as_array()?;
    let is_required = |name: &&String| required.iter().any(|one| one == *name);
    let names: Vec<_> = properties
        .keys()
        .filter(is_required)
        .map(String::as_str)
        .collect();
    (!names.is_empty()).then(|| keyed(&names.join(": …, ")))
}

/// Formats a variant with content: `{circle: …}`.
pub(super) fn keyed(key: &str) -> String {
    format!("{{{key}: …}}")
}

fn named(name: &str, schema: &Map<String, Value>) -> String {
    match name {
        "array" => {
            let base = array(schema);
            if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
                return format!("{base}, no duplicates");
            }
            base
        }
        "string" => with_span(
            "string".to_owned(),
            "length",
            schema,
            "minLength",
            "maxLength",
        ),
        "integer" | "number" => number(name, schema),
        // A map has no field names.
        "object" if !schema.contains_key("properties") => {
            match schema
                .get("additionalProperties")
                .and_then(Value::as_object)
            {
                Some(of) if !of.is_empty() => format!("object of {}", expected(of)),
                _ => name.to_owned(),
            }
        }
        other => other.to_owned(),
    }
}

fn array(schema: &Map<String, Value>) -> String {
    if let Some(list) = schema.get("prefixItems").and_then(Value::as_array) {
        let words = list.iter().filter_map(Value::as_object).map(expected);
        return format!("[{}]", words.collect::<Vec<_>>().join(", "));
    }
    let items = schema.get("items").and_then(Value::as_object);
    let of = match items {
        None => "any value".to_owned(),
        // Parentheses mark whether the `or` belongs to the items or to an outer choice.
        Some(items) if items.contains_key("anyOf") || items.contains_key("oneOf") => {
            format!("({})", expected(items))
        }
        Some(items) => expected(items),
    };
    with_span(
        format!("array of {of}"),
        "items",
        schema,
        "minItems",
        "maxItems",
    )
}

fn number(name: &str, schema: &Map<String, Value>) -> String {
    let mut words = vec![name.to_owned()];
    words.extend(span(schema, "minimum", "maximum"));
    for (keyword, word) in [("exclusiveMinimum", "above"), ("exclusiveMaximum", "below")] {
        let end = schema.get(keyword).filter(|end| end.is_number());
        words.extend(end.map(|end| format!("{word} {end}")));
    }
    let words = words.join(" ");
    match schema.get("multipleOf") {
        Some(step) => format!("{words}, a multiple of {step}"),
        None => words,
    }
}

fn with_span(
    base: String,
    what: &str,
    schema: &Map<String, Value>,
    low: &str,
    high: &str,
) -> String {
    match span(schema, low, high) {
        Some(span) => format!("{base}, {what} {span}"),
        None => base,
    }
}

/// Formats a range: `1..100`, `1..`, `..80`.
pub(crate) fn span(schema: &Map<String, Value>, low: &str, high: &str) -> Option<String> {
    let end = |key| schema.get(key).filter(|end| end.is_number());
    let (low, high) = (end(low), end(high));
    if low.is_none() && high.is_none() {
        return None;
    }
    let text = |end: Option<&Value>| end.map(Value::to_string).unwrap_or_default();
    Some(format!("{}..{}", text(low), text(high)))
}

fn word(value: &Value) -> String {
    match value {
        // A value that could be read as several values, or as none, is quoted.
        Value::String(text) if text.is_empty() || text.contains(is_special) => {
            format!("{text:?}")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn is_special(letter: char) -> bool {
    letter == '|' || letter == '"' || letter.is_control()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_is_told_in_a_few_words() {
        for (schema, text) in [
            (json!({"type": "string"}), "string"),
            (
                json!({"type": "string", "maxLength": 80}),
                "string, length ..80",
            ),
            (
                json!({"type": "integer", "minimum": 18, "maximum": 120}),
                "integer 18..120",
            ),
            (json!({"type": "integer", "minimum": 1}), "integer 1.."),
            (
                json!({"type": "array", "items": {"type": "string"}}),
                "array of string",
            ),
            (json!({"enum": ["open", "closed"]}), "open|closed"),
            (json!({"type": ["string", "integer"]}), "string or integer"),
            (json!({"type": "string", "format": "uuid"}), "string (uuid)"),
            (
                json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
                "integer or string",
            ),
            (json!({"type": "object", "properties": {}}), "object"),
            (json!({}), "any value"),
            (
                json!({
                    "type": "array",
                    "prefixItems": [{"type": "integer"}, {"type": "string"}],
                    "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
                    "minItems": 2,
                    "maxItems": 2
                }),
                "[integer, string]",
            ),
            (
                json!({
                    "type": "array",
                    "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                    "uniqueItems": true
                }),
                "array of (integer or null), no duplicates",
            ),
            (
                json!({"anyOf": [{"type": "object"}, {"type": "string"}, {"type": "object"}]}),
                "object or string",
            ),
            (
                json!({"anyOf": [
                    {"type": "object", "properties": {"x": {}, "y": {}, "z": {}}, "required": ["z", "x"]},
                    {"type": "object", "properties": {"q": {}}},
                    {"type": "string"}
                ]}),
                "object or string",
            ),
            (
                json!({"anyOf": [
                    {"type": "object", "properties": {"x": {}, "y": {}, "z": {}}, "required": ["z", "x"]},
                    {
                        "type": "object", "properties": {"v": {}}, "required": ["v"],
                        "additionalProperties": false
                    },
                    {"type": "object", "properties": {"q": {}}},
                    {"type": "string"}
                ]}),
                "{x: …, z: …} or {v: …} or object or string",
            ),
            (
                json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5}),
                "number above 0 below 1.5",
            ),
            (
                json!({"type": "integer", "maximum": 9, "not": {"type": "integer", "enum": [0]}}),
                "integer ..9, not 0",
            ),
            (
                json!({"type": "object", "additionalProperties": {"type": "integer"}}),
                "object of integer",
            ),
            (json!({"const": "a"}), "a"),
            (
                json!({"type": "array", "items": {"$ref": "#/$defs/Node"}}),
                "array of Node",
            ),
        ] {
            assert_eq!(expected(schema.as_object().unwrap()), text, "{schema}");
        }
    }
}
