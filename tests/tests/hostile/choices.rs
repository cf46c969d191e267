//! Nested choices: untagged enums, and `anyOf` and `oneOf` of the author.

use fusion_core::{Registry, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{CONSTANT, memory, problems};

macro_rules! level {
    ($name:ident, $inner:ty) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(untagged, deny_unknown_fields)]
        #[allow(dead_code)] // only its schema is of interest
        enum $name {
            One { inner: $inner },
            Two { inner: $inner, two: bool },
            Three { inner: $inner, three: bool },
        }
    };
}

level!(Level5, u8);
level!(Level4, Level5);
level!(Level3, Level4);
level!(Level2, Level3);
level!(Level1, Level2);

/// A shape without a tag.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum Shape {
    Point { x: u8, y: Option<u8> },
    Text { text: String },
    Nested { items: Vec<Shape2> },
}

/// A part of a shape.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum Shape2 {
    Point { x: u8 },
    Named { name: String },
}

/// Variants of one field.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum Short {
    Number { x: u8 },
    Text { y: String },
}

macro_rules! open_level {
    ($name:ident, $inner:ty) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(untagged)]
        #[allow(dead_code)] // only its schema is of interest
        enum $name {
            A { u: $inner, a: u8 },
            B { u: $inner, b: String },
            C { u: Vec<$inner>, c: bool },
        }
    };
}

/// Variants of one field, which accept others.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)] // only its schema is of interest
enum Open0 {
    X { x: u8 },
    Y { y: String },
    Z { z: bool },
}

open_level!(Open1, Open0);
open_level!(Open2, Open1);

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    /// Takes values.
    #[action]
    fn take(
        &self,
        /// A shape.
        u: Option<Shape>,
        /// Deep values.
        deep: Option<Vec<Level1>>,
        /// One of two objects.
        #[arg(schema = json!({"oneOf": [
            {"type": "object", "required": ["x"], "additionalProperties": false, "properties": {"x": {"type": "integer"}}},
            {"type": "object", "required": ["y", "z"], "additionalProperties": false, "properties": {"y": {"type": "string"}, "z": {"type": "string"}}}
        ]}))]
        one: Option<Value>,
        /// One of two objects of one field.
        short: Option<Short>,
        /// One of two objects of one field.
        #[arg(schema = json!({"oneOf": [
            {"type": "object", "required": ["x"], "additionalProperties": false, "properties": {"x": {"type": "integer"}}},
            {"type": "object", "required": ["y"], "additionalProperties": false, "properties": {"y": {"type": "string"}}}
        ]}))]
        either: Option<Value>,
        /// Variants that accept other fields.
        open: Option<Vec<Open2>>,
        /// One of two objects that accept other fields.
        #[arg(schema = json!({"oneOf": [
            {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}},
            {"type": "object", "required": ["y"], "properties": {"y": {"type": "string"}}}
        ]}))]
        both: Option<Value>,
        /// One or two fields.
        #[arg(schema = json!({"oneOf": [
            {"type": "object", "required": ["x"], "additionalProperties": false, "properties": {"x": {"type": "integer"}}},
            {"type": "object", "required": ["y"], "additionalProperties": false, "properties": {"y": {"type": "string"}}},
            {"type": "object", "required": ["x", "y"], "additionalProperties": false, "properties": {"x": {"type": "integer"}, "y": {"type": "string"}}}
        ]}))]
        wide: Option<Value>,
    ) -> String {
        format!(
            "{} {:?} {} {} {} {} {} {}",
            u.is_some(),
            deep.map(|deep| deep.len()),
            one.is_some(),
            short.is_some(),
            either.is_some(),
            open.is_some(),
            both.is_some(),
            wide.is_some()
        )
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Desk).build().unwrap()
}

#[test]
fn a_choice_without_a_tag_names_the_problem_of_the_nearest_branch() {
    let registry = registry();
    for (argument, value, lines) in [
        (
            "u",
            json!({"x": 300}),
            vec!["u.x: expected integer 0..255, got 300"],
        ),
        ("u", json!({"x": 1, "q": 2}), vec!["u.q: unknown field"]),
        (
            "u",
            json!({"text": 5, "tex": 1}),
            vec![
                "u.tex: unknown field. Did you mean \"text\"?",
                "u.text: expected string, got 5. Send it as a string, in quotes",
            ],
        ),
        (
            "u",
            json!({"items": [{"x": 1}, {"x": 300}, {"name": 5}]}),
            vec![
                "u.items[1].x: expected integer 0..255, got 300",
                "u.items[2].name: expected string, got 5. Send it as a string, in quotes",
            ],
        ),
        (
            "one",
            json!({"x": "a"}),
            vec!["one.x: expected integer, got \"a\""],
        ),
        (
            "one",
            json!({"y": "a"}),
            vec!["one.z: required, but missing"],
        ),
        (
            "short",
            json!({"x": 1, "q": 2}),
            vec!["short.q: unknown field"],
        ),
        (
            "short",
            json!({"x": 300, "q": 2}),
            vec![
                "short.q: unknown field",
                "short.x: expected integer 0..255, got 300",
            ],
        ),
        (
            "either",
            json!({"q": 2, "y": 5}),
            vec![
                "either.q: unknown field",
                "either.y: expected string, got 5. Send it as a string, in quotes",
            ],
        ),
    ] {
        assert_eq!(
            problems(&registry, argument, value.clone()),
            lines,
            "{value}"
        );
    }
}

#[test]
fn a_value_that_resembles_no_branch_is_told_their_shapes() {
    let registry = registry();
    for (argument, value, line) in [
        (
            "u",
            json!({}),
            "u: expected {x: …} or {text: …} or {items: …}, got {}",
        ),
        (
            "u",
            json!({"foo": 1}),
            "u: expected {x: …} or {text: …} or {items: …}, got {foo: …}",
        ),
        (
            "u",
            json!({"tex": "a"}),
            "u: expected {x: …} or {text: …} or {items: …}, got {tex: …}. Did you mean \"text\"?",
        ),
        (
            "one",
            json!({"a": 1}),
            "one: expected {x: …} or {y: …, z: …}, got {a: …}",
        ),
        (
            "one",
            json!(5),
            "one: expected {x: …} or {y: …, z: …}, got 5",
        ),
        (
            "open",
            json!([{"q": 1}]),
            "open[0]: expected {a: …, u: …} or {b: …, u: …} or {c: …, u: …}, got {q: …}",
        ),
    ] {
        assert_eq!(
            problems(&registry, argument, value.clone()),
            [line],
            "{value}"
        );
    }
}

#[test]
fn an_object_with_the_fields_of_variants_that_exclude_each_other_is_told_so() {
    let registry = registry();
    for (argument, value, line) in [
        (
            "short",
            json!({"x": 1, "y": "a"}),
            "short: expected only one of {x: …} or {y: …}, got {x: …, y: …}",
        ),
        (
            "either",
            json!({"y": "a", "x": 300}),
            "either: expected only one of {x: …} or {y: …}, got {x: …, y: …}",
        ),
        (
            "u",
            json!({"x": 1, "y": 2, "text": "a"}),
            "u: expected only one of {x: …} or {text: …}, got {text: …, x: …, y: …}",
        ),
        (
            "one",
            json!({"x": 1, "y": "a", "z": "b"}),
            "one: expected only one of {x: …} or {y: …, z: …}, got {x: …, y: …, z: …}",
        ),
        (
            "both",
            json!({"x": 1, "y": "a"}),
            "both: expected only one of {x: …} or {y: …}, got {x: …, y: …}",
        ),
        // There is a variant for both of them.
        (
            "wide",
            json!({"x": 1, "y": "a", "q": 1}),
            "wide.q: unknown field",
        ),
    ] {
        assert_eq!(
            problems(&registry, argument, value.clone()),
            [line],
            "{value}"
        );
    }
}

#[test]
fn a_variant_is_nearest_by_the_kinds_of_its_objects_and_arrays() {
    let registry = registry();
    let inner = "expected {x: …} or {y: …} or {z: …}, got {q: …}";
    for (value, lines) in [
        (
            json!([{"u": {"u": {"q": 1}}}]),
            vec![
                format!("open[0].u.u: {inner}"),
                "open[0].u.a: required, but missing".to_owned(),
                "open[0].a: required, but missing".to_owned(),
            ],
        ),
        (
            json!([{"u": {"q": 1}}]),
            vec![
                "open[0].u: expected {a: …, u: …} or {b: …, u: …} or {c: …, u: …}, got {q: …}"
                    .to_owned(),
                "open[0].a: required, but missing".to_owned(),
            ],
        ),
        (
            json!([{"u": [{"u": {"q": 1}, "b": "x"}], "c": true}]),
            vec![format!("open[0].u[0].u: {inner}")],
        ),
    ] {
        assert_eq!(problems(&registry, "open", value.clone()), lines, "{value}");
    }
}

/// Returns a value of five levels with this leaf. Every branch has its field, so that none is wrong
/// before its end.
fn nested(leaf: &str) -> String {
    (0..5).fold(leaf.to_owned(), |inner, _| format!("{{\"inner\":{inner}}}"))
}

#[test]
fn five_levels_of_three_variants_are_read_without_a_copy() {
    let registry = registry();
    for leaf in ["300", "\"x\"", "{}", "\"5\"", "null"] {
        let json = format!("[{}]", vec![nested(leaf); 4_000].join(","));
        let memory = memory(&registry, "deep", &json);
        memory.assert_at_most_twice(leaf);
        if leaf != "\"5\"" {
            let (total, held) = (memory.total, memory.held);
            assert!(
                total <= held / 2 + CONSTANT,
                "{leaf}: {total} bytes of {held}"
            );
        }
    }
    let json = format!("[{}]", nested("300"));
    let deep: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        problems(&registry, "deep", deep),
        ["deep[0].inner.inner.inner.inner.inner: expected integer 0..255, got 300"]
    );
}
