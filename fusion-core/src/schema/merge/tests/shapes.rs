//! Tests of schemas of one field: pairs of one shape, and their united schema.

use serde_json::{Value, json};

use super::{
    super::{FieldShapeConflict, merge},
    one_field, string,
};
use crate::schema::fixture::{arg, plain};

#[test]
fn scalars_widen_to_what_any_action_accepts() {
    for (a, b, united, told) in [
        // Integer and number.
        (
            json!({"type": "integer", "minimum": 0, "maximum": 255}),
            json!({"type": "number"}),
            json!({"type": "number"}),
            ["integer 0..255", ""],
        ),
        // The widest bounds apply; a bound of one use only is dropped.
        (
            json!({"type": "integer", "minimum": 1, "maximum": 5}),
            json!({"type": "integer", "minimum": 3, "maximum": 9}),
            json!({"type": "integer", "minimum": 1, "maximum": 9}),
            ["1..5", "3..9"],
        ),
        (
            json!({"type": "string", "minLength": 1, "maxLength": 80}),
            json!({"type": "string", "minLength": 2}),
            json!({"type": "string", "minLength": 1}),
            ["length 1..80", "length 2.."],
        ),
        // Rules of one use only.
        (
            json!({"type": "string", "pattern": "^a"}),
            json!({"type": "string", "format": "uuid"}),
            json!({"type": "string"}),
            ["pattern ^a", "format uuid"],
        ),
        (
            json!({"type": "integer", "multipleOf": 5}),
            json!({"type": "integer"}),
            json!({"type": "integer"}),
            ["multipleOf 5", ""],
        ),
        // Enums unite in order; a free string accepts any value.
        (
            json!({"type": "string", "enum": ["b", "a"]}),
            json!({"type": "string", "enum": ["c", "a"]}),
            json!({"type": "string", "enum": ["b", "a", "c"]}),
            ["b|a", "c|a"],
        ),
        (
            json!({"type": "string", "enum": ["a", "b"]}),
            json!({"type": "string"}),
            json!({"type": "string"}),
            ["a|b", ""],
        ),
        // Arrays unite by their items.
        (
            json!({"type": "array", "items": {"type": "integer", "maximum": 5}, "maxItems": 3}),
            json!({"type": "array", "items": {"type": "integer"}, "maxItems": 4}),
            json!({"type": "array", "items": {"type": "integer"}, "maxItems": 4}),
            ["items ..3; each ..5", ""],
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            json!({"type": "object", "additionalProperties": {"type": "number"}}),
            json!({"type": "object", "additionalProperties": {"type": "number"}}),
            ["each integer", ""],
        ),
    ] {
        // A use that equals the merged schema has no difference.
        let told =
            told.map(|text| Vec::from_iter((!text.is_empty()).then(|| format!("x: {text}"))));
        let args = vec![arg("x", "", a), arg("x", "", b)];
        assert_eq!(one_field(args), (united, told.to_vec()));
    }
}

#[test]
fn objects_of_the_same_fields_unite_field_by_field() {
    let filter = |docs: &str, high: u32, required: Value| {
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": required,
            "properties": {
                "limit": {"type": "integer", "maximum": high, "description": docs, "default": high},
                "state": {"type": "string"}
            }
        })
    };
    let (field, differences) = one_field(vec![
        arg("x", "", filter("How many.", 5, json!(["limit", "state"]))),
        arg("x", "", filter("At most", 9, json!(["state"]))),
    ]);
    assert_eq!(
        field,
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["state"],
            "properties": {
                "limit": {"type": "integer", "maximum": 9},
                "state": {"type": "string"}
            }
        })
    );
    assert_eq!(
        differences,
        [
            vec!["x: limit: How many; limit ..5; limit default 5; requires limit".to_owned()],
            vec!["x: limit: At most; limit default 9".to_owned()],
        ]
    );
}

#[test]
fn really_different_shapes_are_a_conflict_with_both_actions_and_shapes() {
    let object = |name: &str| json!({"type": "object", "properties": {name: string()}});
    let actions = [
        plain(
            "a",
            "",
            vec![arg("x", "", string()), arg("y", "", object("id"))],
        ),
        plain(
            "b",
            "",
            vec![
                arg("x", "", json!({"type": "integer", "minimum": 1})),
                arg("y", "", object("name")),
            ],
        ),
        // A repetition of the same two shapes is not a further conflict.
        plain("c", "", vec![arg("x", "", json!({"type": "integer"}))]),
        plain(
            "d",
            "",
            vec![
                arg("x", "", json!({"type": "boolean"})),
                arg("y", "", object("id")),
            ],
        ),
    ];
    let conflict = |field, first: &str, second: (&str, &str)| FieldShapeConflict {
        field,
        first: "a".into(),
        first_shape: first.into(),
        second: second.0.into(),
        second_shape: second.1.into(),
    };
    assert_eq!(
        merge(&actions.iter().collect::<Vec<_>>()),
        Err(vec![
            conflict("x", "string", ("b", "integer 1..")),
            conflict("x", "string", ("d", "boolean")),
            conflict("y", "object {id}", ("b", "object {name}")),
        ])
    );
}

#[test]
fn objects_of_the_same_names_are_told_apart_by_their_fields() {
    let object = |kind: &str| {
        let fields = json!({"id": {"type": kind}, "name": string()});
        json!({"type": "array", "items": {"type": "object", "properties": fields}})
    };
    let actions = [
        plain("a", "", vec![arg("x", "", object("integer"))]),
        plain("b", "", vec![arg("x", "", object("boolean"))]),
    ];
    let conflicts = merge(&actions.iter().collect::<Vec<_>>()).unwrap_err();
    assert_eq!(
        conflicts,
        [FieldShapeConflict {
            field: "x",
            first: "a".into(),
            first_shape: "array of object {id: integer, …}".into(),
            second: "b".into(),
            second_shape: "array of object {id: boolean, …}".into(),
        }]
    );
}

#[test]
fn shapes_that_read_the_same_are_told_apart_by_a_keyword() {
    let part = |item: &str| json!({"allOf": [{"type": item}]});
    let actions = [
        plain("a", "", vec![arg("x", "", part("string"))]),
        plain("b", "", vec![arg("x", "", part("boolean"))]),
    ];
    let conflicts = merge(&actions.iter().collect::<Vec<_>>()).unwrap_err();
    assert_eq!(
        conflicts,
        [FieldShapeConflict {
            field: "x",
            first: "a".into(),
            first_shape: "any value (allOf: string)".into(),
            second: "b".into(),
            second_shape: "any value (allOf: boolean)".into(),
        }]
    );
}

#[test]
fn a_merge_accepts_the_types_of_the_wire_and_not_those_of_rust() {
    use crate::{schema::input_leaf, spec::schema_of};

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct DealId(#[allow(dead_code)] u64);
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct ContactId(#[allow(dead_code)] u64);

    let leaf = |schema| Value::Object(input_leaf(schema).unwrap().schema);
    let (field, differences) = one_field(vec![
        arg("x", "", leaf(schema_of::<DealId>)),
        arg("x", "", leaf(schema_of::<ContactId>)),
    ]);
    assert_eq!(field, json!({"type": "integer", "minimum": 0}));
    assert_eq!(differences, [Vec::<String>::new(), Vec::new()]);
}
