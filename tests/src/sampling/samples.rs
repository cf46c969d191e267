//! Samples that no rule yields: texts of the formats, texts of no format, and values of each kind.

use proptest::{prelude::*, sample::select, string::string_regex};
use serde_json::{Value, json};

/// Returns texts that are valid for `format`; none for a format that is only an annotation.
pub(super) fn of_format(format: &str) -> &'static [&'static str] {
    match format {
        "email" => &["ada@example.org", "a.b+c@sub.example.com"],
        "uri" => &[
            "https://example.org/a?b=c#d",
            "urn:isbn:0451450523",
            "mailto:a@b.org",
        ],
        "uuid" => &[
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "67E55044-10B1-426F-9247-BB680E5FE0C8",
        ],
        "date" => &["2026-11-28", "2024-02-29"],
        "date-time" => &[
            "2026-11-28T04:02:25Z",
            "2026-11-28T04:02:25.123+01:00",
            "2024-02-29T23:59:59-08:00",
        ],
        "ipv4" => &["127.0.0.1", "255.255.255.255"],
        "ipv6" => &["::1", "2001:db8::8a2e:370:7334", "::ffff:192.0.2.1"],
        _ => &[],
    }
}

/// Texts that are of no format, and near to one.
pub(super) const FORMLESS: [&str; 15] = [
    "",
    "x",
    "ada@",
    "@example.org",
    "example.org",
    "://",
    "67e55044-10b1-426f-9247-bb680e5fe0c",
    "67e5504410b1426f9247bb680e5fe0c8",
    "2026-13-01",
    "2026-02-29",
    "2026-11-28T25:00:00Z",
    "2026-11-28T04:02:25",
    "256.0.0.1",
    "127.0.0.01",
    "1::2::3",
];

/// Texts that a pattern or a longing for another kind may take the wrong way.
pub(super) const TEXTS: [&str; 14] = [
    "",
    "null",
    "5",
    "-1",
    "0.5",
    "true",
    "[1]",
    "[]",
    "{}",
    "{\"a\": 1}",
    "A1!",
    "é€😀",
    " x ",
    "a\nb",
];

/// A text that the pattern takes; anything, where it is beyond the generator.
pub(super) fn matching(pattern: &str) -> BoxedStrategy<String> {
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let inner = inner.strip_suffix('$').unwrap_or(inner);
    match string_regex(inner) {
        Ok(texts) => texts.boxed(),
        Err(_) => select(TEXTS.to_vec()).prop_map(str::to_owned).boxed(),
    }
}

/// A text of so many characters, of one to four bytes each.
pub(super) fn text(low: usize, high: usize) -> BoxedStrategy<String> {
    let one = prop_oneof![
        6 => proptest::char::range('a', 'z'),
        1 => select(vec!['é', '€', '😀', ' ', '"', '5', '\n']),
    ];
    let characters = proptest::collection::vec(one, low..=high);
    characters.prop_map(|all| all.into_iter().collect()).boxed()
}

/// A value of each kind; no whole float, which an integer's schema takes.
pub(super) fn strays() -> Vec<Value> {
    let mut strays = vec![
        json!(null),
        json!(true),
        json!(3),
        json!(-7),
        json!(0.5),
        json!([]),
        json!([1]),
        json!(["x"]),
        json!([null]),
        json!({}),
        json!({"a": 1}),
    ];
    strays.extend(TEXTS.map(Value::from));
    strays
}

/// The kind of a value in the words of JSON Schema.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
