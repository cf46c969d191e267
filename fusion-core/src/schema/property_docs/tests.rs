use serde_json::{Value, json};

use super::limits;

#[test]
fn limits_are_a_few_words_unless_the_text_has_them() {
    let nothing = Value::Null;
    for (schema, default, text, words) in [
        (
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
            json!(20),
            "",
            "1..100; default 20",
        ),
        (
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
            json!(20),
            "How many, 1..100",
            "default 20",
        ),
        (
            json!({"type": "integer", "minimum": 0, "maximum": 255}),
            nothing.clone(),
            "",
            "",
        ),
        (
            json!({"type": "integer", "minimum": 0, "maximum": 7}),
            nothing.clone(),
            "",
            "..7",
        ),
        (
            json!({"type": "number", "minimum": 0.5}),
            nothing.clone(),
            "",
            "0.5..",
        ),
        (
            json!({"type": "string", "maxLength": 80}),
            json!("x"),
            "",
            "length ..80; default \"x\"",
        ),
        (
            json!({"type": "array", "minItems": 1, "items": {"type": "string"}}),
            nothing.clone(),
            "",
            "items 1..",
        ),
        (
            json!({"type": "string", "format": "uuid"}),
            nothing.clone(),
            "",
            "uuid",
        ),
        (
            json!({"type": "string", "enum": ["open", "closed"]}),
            json!("open"),
            "",
            "open|closed; default \"open\"",
        ),
        (
            json!({"type": "string", "enum": ["open", "closed"]}),
            nothing.clone(),
            "open: To do; closed: Done",
            "",
        ),
        (json!({"type": "string"}), nothing.clone(), "", ""),
    ] {
        let schema = schema.as_object().unwrap();
        let default = (!default.is_null()).then_some(&default);
        assert_eq!(limits(schema, default, text), words, "{schema:?}");
    }
}
