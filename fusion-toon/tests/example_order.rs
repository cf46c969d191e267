//! The example `toon` keeps the order of keys, whatever the features of `serde_json`.

#![allow(clippy::unwrap_used)]

#[path = "../examples/toon/ordered.rs"]
mod ordered;

use ordered::OrderedValue;

#[test]
fn keys_keep_their_order_at_every_depth() {
    let json = r#"{"z":1,"a":[{"y":-2,"b":null},{"y":2.5,"b":true}],"m":{"k":"x","c":[]}}"#;
    let value: OrderedValue = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(
        fusion_toon::to_string(&value).unwrap(),
        "z: 1\na[2]{y,b}:\n  -2,null\n  2.5,true\nm:\n  k: x\n  c: []"
    );
}

#[test]
fn the_last_value_of_a_repeated_key_counts() {
    let value: OrderedValue = serde_json::from_str(r#"{"b":1,"a":2,"b":3}"#).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), r#"{"b":3,"a":2}"#);
}
