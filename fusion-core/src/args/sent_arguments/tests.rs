//! Tests of the form that arguments have, and of the texts that can be read.

use serde_json::json;

use super::*;

fn read(text: &str) -> SentArguments {
    serde_json::from_str(text).unwrap()
}

#[test]
fn arguments_are_a_list_unless_a_name_occurs_twice_or_there_are_many() {
    let many = |count: usize| {
        let entries = (0..count).map(|index| (format!("a{index}"), json!(index)));
        Value::Object(entries.collect()).to_string()
    };
    for (text, is_list) in [
        ("{}".to_owned(), true),
        (
            r#"{"b": 1, "a": [null], "": "x", "\u0061b": {}}"#.to_owned(),
            true,
        ),
        (
            r#"{"a": 1, "b": 2, "a": 3, "b": 4, "c": 5}"#.to_owned(),
            false,
        ),
        (r#"{"a": 1, "\u0061": 2}"#.to_owned(), false),
        (many(MAX_LENGTH), true),
        (many(MAX_LENGTH + 1), false),
        (many(10 * MAX_LENGTH), false),
    ] {
        let mut arguments = read(&text);
        assert_eq!(
            matches!(arguments.0, ArgumentForm::List(_)),
            is_list,
            "{text}"
        );
        let map: Map<String, Value> = serde_json::from_str(&text).unwrap();
        for (name, value) in &map {
            assert_eq!(arguments.get(name), Some(value), "{text}");
        }
        assert_eq!(arguments.get("nothing"), None);
        assert_eq!(*arguments.map(), map, "{text}");
        assert_eq!(read(&text).take_map(), map, "{text}");
    }
}

#[test]
fn what_is_no_map_is_no_list() {
    let deep = |depth: usize| format!("{{\"a\":{}1{}}}", "[".repeat(depth), "]".repeat(depth));
    for text in [
        "",
        "[]",
        "null",
        "1",
        r#""a""#,
        "{",
        r#"{"a"}"#,
        r#"{"a": 1,}"#,
        r#"{"a": 1e999}"#,
        r#"{"a": "\ud800"}"#,
        r#"{"\ud800": 1}"#,
        r#"{"a": 01}"#,
        r#"{"a": 1} 2"#,
        &deep(200),
    ] {
        assert!(
            serde_json::from_str::<Map<String, Value>>(text).is_err(),
            "{text}"
        );
        assert!(
            serde_json::from_str::<SentArguments>(text).is_err(),
            "{text}"
        );
    }
    assert_eq!(
        *read(&deep(100)).map(),
        serde_json::from_str::<Map<String, Value>>(&deep(100)).unwrap()
    );
}
