//! What a schema accepts, in the few words of an error text: `array of string`, `integer 1..100`.

use serde_json::{Map, Value};

/// Describes a published schema: the type, then its bounds.
pub(crate) fn expected(schema: &Map<String, Value>) -> String {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<_> = values.iter().map(word).collect();
        return words.join("|");
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(any) = schema.get(keyword).and_then(Value::as_array) {
            let mut words: Vec<_> = any
                .iter()
                .filter_map(Value::as_object)
                .map(expected)
                .collect();
            words.dedup();
            return words.join(" or ");
        }
    }
    let base = match schema.get("type") {
        Some(Value::String(name)) => named(name, schema),
        Some(Value::Array(names)) => {
            let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        _ => "any value".to_owned(),
    };
    match schema.get("format").and_then(Value::as_str) {
        Some(format) => format!("{base} ({format})"),
        None => base,
    }
}

fn named(name: &str, schema: &Map<String, Value>) -> String {
    match name {
        "array" => {
            let items = schema.get("items").and_then(Value::as_object);
            let of = items.map_or_else(|| "any value".to_owned(), expected);
            with_span(
                format!("array of {of}"),
                "items",
                schema,
                "minItems",
                "maxItems",
            )
        }
        "string" => with_span(
            "string".to_owned(),
            "length",
            schema,
            "minLength",
            "maxLength",
        ),
        "integer" | "number" => match span(schema, "minimum", "maximum") {
            Some(span) => format!("{name} {span}"),
            None => name.to_owned(),
        },
        other => other.to_owned(),
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

/// `1..100`, `1..`, `..80`.
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
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
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
        ] {
            assert_eq!(expected(schema.as_object().unwrap()), text, "{schema}");
        }
    }
}
