use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::lock::{LockedArgument, LockedItem};

fn of_default(value: Value) -> Lock {
    let argument = LockedArgument {
        default: Some(value),
        ..LockedArgument::default()
    };
    let item = LockedItem {
        arguments: BTreeMap::from([("x".to_owned(), argument)]),
        ..LockedItem::default()
    };
    Lock {
        actions: BTreeMap::from([("t/a".to_owned(), item)]),
        ..Lock::default()
    }
}

fn line_of(lock: &Lock) -> String {
    lock.to_string()
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn every_json_value_survives_the_file() {
    for (value, written) in [
        (json!(null), "{ \"$json\" = \"null\" }"),
        (json!([1, null]), "[1, { \"$json\" = \"null\" }]"),
        (json!(u64::MAX), "{ \"$json\" = \"18446744073709551615\" }"),
        (json!(i64::MIN), "-9223372036854775808"),
        (json!(0.5), "0.5"),
        (json!(1e300), "1e300"),
        (json!({"$json": 1}), "{ \"$json\" = '{\"$json\":1}' }"),
        (json!({"a b": {}, "c": []}), "{ \"a b\" = {}, c = [] }"),
        (json!("a\n\"b\"\\\u{7f}'"), "\"a\\n\\\"b\\\"\\\\\\u007F'\""),
        (json!(r"^\d+$"), r"'^\d+$'"),
        (json!("it's"), "\"it's\""),
    ] {
        let lock = of_default(value.clone());
        assert_eq!(
            line_of(&lock),
            format!("arguments.x = {{ default = {written} }}")
        );
        assert_eq!(lock.to_string().parse::<Lock>().unwrap(), lock, "{value}");
    }
}

#[test]
fn what_does_not_fit_on_a_line_is_divided() {
    let long = "x".repeat(100);
    let lock = of_default(json!({"a": [1, 2], "b": [long, null], "$json": long}));
    assert!(line_of(&lock).starts_with("arguments.x.default = { \"$json\" = '{"));
    assert_eq!(lock.to_string().parse::<Lock>().unwrap(), lock);

    let lock = of_default(json!({"a": [1, 2], "b": [long, null]}));
    let text = lock.to_string();
    let divided = format!(
        "arguments.x.default.a = [1, 2]\n\
         arguments.x.default.b = [\n  \"{long}\",\n  {{ \"$json\" = \"null\" }},\n]\n"
    );
    assert!(text.ends_with(&divided), "{text}");
    assert_eq!(text.parse::<Lock>().unwrap(), lock);
}
