//! Typed data: each type of serde's data model, at each position in the text.

use std::collections::{BTreeMap, HashMap};

use fusion_toon::{Delimiter, ErrorKind, Options, to_string};
use serde::Serialize;
use serde_json::json;

#[derive(Serialize)]
struct Row {
    id: u32,
    name: &'static str,
    score: Option<f64>,
}

fn rows() -> Vec<Row> {
    vec![
        Row {
            id: 1,
            name: "Ada",
            score: Some(1.5),
        },
        Row {
            id: 2,
            name: "Bob",
            score: None,
        },
    ]
}

#[derive(Serialize)]
struct Page<T> {
    total: usize,
    items: Vec<T>,
}

fn text<T: Serialize>(value: T) -> String {
    to_string(&value).unwrap_or_else(|error| error.to_string())
}

#[test]
fn rows_of_structs_are_a_table_in_the_order_of_the_struct() {
    assert_eq!(
        text(rows()),
        "[2]{id,name,score}:\n  1,Ada,1.5\n  2,Bob,null"
    );
}

#[test]
fn a_wrapper_names_its_table() {
    let page = Page {
        total: 2,
        items: rows(),
    };
    assert_eq!(
        text(page),
        "total: 2\nitems[2]{id,name,score}:\n  1,Ada,1.5\n  2,Bob,null"
    );
}

#[test]
fn a_field_that_is_left_out_breaks_the_table() {
    #[derive(Serialize)]
    struct SparseRow {
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'static str>,
    }
    let sparse = [
        SparseRow {
            id: 1,
            note: Some("x"),
        },
        SparseRow { id: 2, note: None },
    ];
    assert_eq!(text(&sparse[..1]), "[1]{id,note}:\n  1,x");
    assert_eq!(text(sparse), "[2]:\n  - id: 1\n    note: x\n  - id: 2");
}

#[derive(Serialize)]
enum ExternallyTagged {
    Unit,
    Newtype(u8),
    Tuple(u8, &'static str),
    Struct { a: u8, b: [u8; 2] },
}

#[test]
fn externally_tagged_enums_are_objects_or_words() {
    assert_eq!(text(ExternallyTagged::Unit), "Unit");
    assert_eq!(text(ExternallyTagged::Newtype(1)), "Newtype: 1");
    assert_eq!(text(ExternallyTagged::Tuple(1, "x")), "Tuple[2]: 1,x");
    let all = vec![
        ExternallyTagged::Unit,
        ExternallyTagged::Newtype(1),
        ExternallyTagged::Tuple(1, "x"),
        ExternallyTagged::Struct { a: 1, b: [2, 3] },
    ];
    let toon = "[4]:\n  - Unit\n  - Newtype: 1\n  - Tuple[2]: 1,x\n  - Struct:\n      a: 1\n      b[2]: 2,3";
    assert_eq!(text(all), toon);
    assert_eq!(
        text([ExternallyTagged::Newtype(1), ExternallyTagged::Newtype(2)]),
        "[2]{Newtype}:\n  1\n  2"
    );
}

#[test]
fn the_other_taggings_are_what_serde_makes_of_them() {
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum InternallyTagged {
        Circle { radius: f32 },
        Point,
    }
    #[derive(Serialize)]
    #[serde(tag = "kind", content = "data")]
    enum AdjacentlyTagged {
        Circle { radius: f64 },
        Pair(u8, u8),
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(i8),
        Text(String),
    }
    assert_eq!(
        text([InternallyTagged::Circle { radius: 0.5 }]),
        "[1]{kind,radius}:\n  Circle,0.5"
    );
    assert_eq!(
        text([InternallyTagged::Point, InternallyTagged::Point]),
        "[2]{kind}:\n  Point\n  Point"
    );
    assert_eq!(
        text([AdjacentlyTagged::Circle { radius: 2.0 }]),
        "[1]{kind,data{radius}}:\n  Circle,2"
    );
    assert_eq!(
        text(AdjacentlyTagged::Pair(1, 2)),
        "kind: Pair\ndata[2]: 1,2"
    );
    assert_eq!(
        text([Untagged::Number(-1), Untagged::Text("-1".into())]),
        "[2]: -1,\"-1\""
    );
}

#[test]
fn integers_keep_all_their_digits_up_to_128_bits() {
    assert_eq!(text([u64::MAX, 0]), "[2]: 18446744073709551615,0");
    assert_eq!(text(i64::MIN), "-9223372036854775808");
    assert_eq!(text(u128::MAX), "340282366920938463463374607431768211455");
    assert_eq!(text(i128::MIN), "-170141183460469231731687303715884105728");
}

#[test]
fn floats_that_are_no_numbers_are_null() {
    assert_eq!(
        text([f64::NAN, f64::INFINITY, -0.0, 1.0]),
        "[4]: null,null,0,1"
    );
    assert_eq!(
        text([f32::NAN, f32::NEG_INFINITY, 0.5]),
        "[3]: null,null,0.5"
    );
}

#[test]
fn maps_of_rows_are_keyed_tables_and_keys_follow_serde_json() {
    #[derive(Serialize)]
    struct Point {
        x: u8,
        y: u8,
    }
    let byte = |rows| BTreeMap::from([(3, rows), (-1, Point { x: 0, y: 1 })]);
    assert_eq!(
        text(byte(Point { x: 5, y: 6 })),
        "[2:]{x,y}:\n  \"-1\": 0,1\n  \"3\": 5,6"
    );
    assert_eq!(text(BTreeMap::from([(true, ' ')])), "true: \" \"");
    assert_eq!(text(BTreeMap::from([('c', None::<u8>)])), "c: null");
    assert_eq!(
        text(HashMap::from([(Some(1), 1)]).keys().collect::<Vec<_>>()),
        "[1]: 1"
    );
}

#[test]
fn a_key_that_is_no_text_is_an_error_with_its_place() {
    let page = Page {
        total: 1,
        items: vec![BTreeMap::from([(vec![1], 1)])],
    };
    let error = to_string(&page).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Key));
    assert_eq!(error.path(), "items[0]");
}

#[test]
fn bytes_tuples_and_units_are_arrays_and_null() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Pair(u8, char);
    #[derive(Serialize)]
    struct Newtype(Pair);
    assert_eq!(text(Newtype(Pair(1, '|'))), "[2]: 1,|");
    assert_eq!(
        text((Unit, (), None::<u8>, Some("x"))),
        "[4]: null,null,null,x"
    );
    assert_eq!(text(json!({})), "");
    assert_eq!(text([(); 0]), "[]");
    assert_eq!(text([[0_u8; 0]; 2]), "[2]:\n  - [0]:\n  - [0]:");
}

#[test]
fn a_key_given_twice_counts_once_with_its_last_value() {
    #[derive(Serialize)]
    struct FlatStruct {
        id: u8,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u8>,
    }
    let flat = FlatStruct {
        id: 1,
        more: BTreeMap::from([("id", 2), ("z", 3)]),
    };
    assert_eq!(text(flat), "id: 2\nz: 3");
}

#[test]
fn rows_in_any_order_of_fields_are_one_table() {
    let mut rows = Vec::new();
    for _ in 0..50 {
        let meta = HashMap::from([("x", 1), ("y", 2), ("z", 3)]);
        rows.push(HashMap::from([("a", meta.clone()), ("b", meta)]));
    }
    let toon = text(&rows);
    let mut lines = toon.lines();
    let header = lines.next().unwrap();
    let order = header.replace(|c: char| !"xyz".contains(c), "");
    let cells = order.replace('x', "1").replace('y', "2").replace('z', "3");
    let row = cells
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(",");
    assert!(lines.all(|line| line.trim_start() == row), "{toon}");
}

#[test]
fn the_options_hold_for_the_whole_document() {
    let options = Options::new().delimiter(Delimiter::Pipe).indent(4);
    let page = Page {
        total: 2,
        items: rows(),
    };
    let toon = options.to_string(&page).unwrap();
    assert_eq!(
        toon,
        "total: 2\nitems[2|]{id|name|score}:\n    1|Ada|1.5\n    2|Bob|null"
    );
}
