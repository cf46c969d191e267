//! The text of a `Value`, which is written by an algorithm of its own, equals that of any other
//! type.

use fusion_toon::{ErrorKind, Options, to_string, value_to_string};
use serde_json::{Value, json};

#[test]
fn a_table_that_breaks_at_any_row_is_a_list() {
    let row = |id: u64| json!({"id": id, "at": {"x": id, "y": 0}});
    let others = [
        json!(7),
        json!([1]),
        json!({}),
        json!({"id": 1}),
        json!({"id": 1, "at": 2}),
        json!({"id": {"x": 1}, "at": {"x": 1, "y": 0}}),
        json!({"id": 1, "at": {"x": 1, "z": 0}}),
        json!({"id": 1, "at": {"x": 1, "y": 0}, "more": 1}),
        json!({"id": 1, "at": {"x": 1, "y": []}}),
        json!({"id": 1, "at": {"x": 1, "y": {}}}),
    ];
    for other in others {
        for at in 0..4 {
            let mut rows: Vec<_> = (0..3).map(row).collect();
            rows.insert(at, other.clone());
            let keyed = (0..)
                .zip(&rows)
                .map(|(key, row)| (format!("k{key}"), row.clone()));
            let keyed = Value::Object(keyed.collect());
            let table = json!({"before": 1, "rows": rows, "keyed": keyed, "then": [[rows]]});
            let toon = value_to_string(&table).unwrap();
            assert_eq!(toon, to_string(&table).unwrap());
            assert!(!toon.contains("]{"), "{toon}");
        }
    }
}

#[test]
fn a_mark_of_byte_order_is_quoted_only_where_a_document_begins_with_it() {
    let mark = "\u{FEFF}x";
    assert_eq!(value_to_string(&json!(mark)).unwrap(), "\"\u{FEFF}x\"");
    assert_eq!(value_to_string(&json!([mark])).unwrap(), "[1]: \u{FEFF}x");
}

#[test]
fn a_value_too_deep_is_an_error_with_its_place_even_in_a_table() {
    let options = Options::new().depth(3);
    let fits = json!({"rows": [{"id": 1}, {"id": 2}]});
    let toon = options.value_to_string(&fits).unwrap();
    assert_eq!(toon, "rows[2]{id}:\n  1\n  2");
    let deep = json!({"rows": [{"at": {"x": 1}}, {"at": {"x": 2}}]});
    let error = options.value_to_string(&deep).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Depth { limit: 3 }));
    assert_eq!(error.path(), "rows[0].at");
    let keyed = json!({"a": {"at": {"x": {}}}, "b": {"at": {"x": {}}}});
    let error = options.value_to_string(&keyed).unwrap_err();
    assert_eq!(error.path(), "a.at.x");
}

/// Nested objects of two entries: each is almost a keyed table of rows.
fn staircase(levels: usize, first_is_deep: bool) -> Value {
    let names = if first_is_deep {
        ["a", "b"]
    } else {
        ["b", "a"]
    };
    (0..levels).fold(json!({"a": {"a": 1}, "b": {"a": 1}}), |inner, _| {
        let flat = json!({"a": {"a": 1}, "b": {"a": 2}});
        let entries = names.into_iter().map(str::to_owned).zip([inner, flat]);
        Value::Object(entries.collect())
    })
}

#[test]
fn what_is_almost_a_table_at_every_level_is_written_as_it_is() {
    for first_is_deep in [false, true] {
        let value = staircase(200, first_is_deep);
        assert_eq!(value_to_string(&value).unwrap(), to_string(&value).unwrap());
    }
}
