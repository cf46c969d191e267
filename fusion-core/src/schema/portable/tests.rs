//! Tests of the published schemas of types.

mod objects;
mod refusals;

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{
    definition::ArgumentSchema,
    schema::{SchemaCompiler, input_leaf},
    spec::{SchemaFn, schema_of},
};

fn output_schema(schema: SchemaFn) -> Result<Option<Map<String, Value>>, String> {
    SchemaCompiler::default().output(schema)
}

fn leaf<T: JsonSchema>() -> ArgumentSchema {
    input_leaf(schema_of::<T>).unwrap()
}

fn input<T: JsonSchema>() -> Value {
    Value::Object(leaf::<T>().schema)
}

fn output<T: JsonSchema>() -> Value {
    Value::Object(output_schema(schema_of::<T>).unwrap().unwrap())
}

/// The state of an issue.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    /// Waiting for work. Long story.
    Open,
    /// Done
    Closed,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Mixed {
    /// The first
    A,
    B,
    C,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Plain {
    A,
    B,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Id(u64);

#[test]
fn a_numeric_format_becomes_its_bounds_inside_two_to_the_53() {
    for (schema, expected) in [
        (
            input::<u8>(),
            json!({"type": "integer", "minimum": 0, "maximum": 255}),
        ),
        (
            input::<i8>(),
            json!({"type": "integer", "minimum": -128, "maximum": 127}),
        ),
        (
            input::<u16>(),
            json!({"type": "integer", "minimum": 0, "maximum": 65_535}),
        ),
        (
            input::<u32>(),
            json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}),
        ),
        (
            input::<i32>(),
            json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX}),
        ),
        (input::<u64>(), json!({"type": "integer", "minimum": 0})),
        (input::<usize>(), json!({"type": "integer", "minimum": 0})),
        (input::<u128>(), json!({"type": "integer", "minimum": 0})),
        (input::<i64>(), json!({"type": "integer"})),
        (input::<f32>(), json!({"type": "number"})),
        (input::<f64>(), json!({"type": "number"})),
        (input::<Id>(), json!({"type": "integer", "minimum": 0})),
        (
            input::<std::num::NonZeroU64>(),
            json!({"type": "integer", "minimum": 1}),
        ),
    ] {
        assert_eq!(schema, expected);
    }
}

#[test]
fn a_stated_bound_stands_where_it_is_tighter_and_goes_where_readers_lose_it() {
    fn stated(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "format": "uint8", "minimum": 3, "maximum": 1000})
    }
    fn far(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": i64::MIN, "maximum": u64::MAX})
    }
    fn near(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "maximum": 9_007_199_254_740_991_u64})
    }
    for (schema, expected) in [
        (
            input_leaf(stated),
            json!({"type": "integer", "minimum": 3, "maximum": 255}),
        ),
        (input_leaf(far), json!({"type": "integer"})),
        (
            input_leaf(near),
            json!({"type": "integer", "maximum": 9_007_199_254_740_991_u64}),
        ),
    ] {
        assert_eq!(Value::Object(schema.unwrap().schema), expected);
    }
}

#[test]
fn only_the_formats_of_json_schema_stay() {
    fn uuid(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uuid"})
    }
    let uuid = input_leaf(uuid).unwrap().schema;
    assert_eq!(
        Value::Object(uuid),
        json!({"type": "string", "format": "uuid"})
    );
    assert_eq!(input::<std::net::IpAddr>(), json!({"type": "string"}));
}

#[test]
fn optional_is_by_absence_in_arguments_and_null_in_results() {
    assert_eq!(input::<Option<String>>(), json!({"type": "string"}));
    assert_eq!(
        output::<Option<String>>(),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]})
    );
    assert_eq!(
        input::<Option<Plain>>(),
        json!({"type": "string", "enum": ["A", "B"]})
    );
    assert_eq!(
        output::<Option<Plain>>(),
        json!({"anyOf": [{"type": "string", "enum": ["A", "B"]}, {"type": "null"}]})
    );
    assert_eq!(input::<Option<Option<bool>>>(), json!({"type": "boolean"}));
    // If nothing can be omitted, `null` is a value.
    let maybe = json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]});
    assert_eq!(
        input::<Vec<Option<bool>>>(),
        json!({"type": "array", "items": maybe})
    );
    assert_eq!(
        input::<BTreeMap<String, Option<bool>>>(),
        json!({"type": "object", "additionalProperties": maybe})
    );
    assert_eq!(input::<()>(), json!({"type": "null"}));
}

#[test]
fn a_documented_enum_is_an_enum_and_its_docs_stand_apart() {
    let expected = ArgumentSchema {
        schema: json!({"type": "string", "enum": ["open", "closed"]})
            .as_object()
            .unwrap()
            .clone(),
        docs: Some("The state of an issue.".into()),
        values: vec![
            ("open".into(), "Waiting for work. Long story.".into()),
            ("closed".into(), "Done".into()),
        ],
        ..ArgumentSchema::default()
    };
    assert_eq!(leaf::<State>(), expected);
    let optional = ArgumentSchema {
        nullable: true,
        ..expected
    };
    assert_eq!(leaf::<Option<State>>(), optional);
    // schemars puts undocumented values first, so their place among the others is lost.
    let mixed = leaf::<Mixed>();
    assert_eq!(
        Value::Object(mixed.schema),
        json!({"type": "string", "enum": ["B", "C", "A"]})
    );
    assert_eq!(mixed.values, [("A".to_owned(), "The first".to_owned())]);
}

#[test]
fn a_result_keeps_its_description_and_what_serde_writes() {
    #[derive(Serialize, JsonSchema)]
    struct Found {
        state: Option<State>,
        #[serde(rename(serialize = "out", deserialize = "in"))]
        id: Id,
    }
    assert_eq!(
        output::<Found>(),
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["state", "out"],
            "properties": {
                "state": {
                    "description": "The state of an issue. open: Waiting for work. Long story; closed: Done",
                    "anyOf": [
                        {"type": "string", "enum": ["open", "closed"]},
                        {"type": "null"}
                    ]
                },
                "out": {"type": "integer", "minimum": 0}
            }
        })
    );
    assert_eq!(
        output::<State>(),
        json!({
            "description": "The state of an issue. open: Waiting for work. Long story; closed: Done",
            "type": "string",
            "enum": ["open", "closed"]
        })
    );
}

#[test]
fn noise_goes_where_it_is_a_keyword_and_a_choice_of_one_is_none() {
    fn noisy(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Noisy",
            "type": "object",
            "properties": {
                "title": {"allOf": [{"type": "string", "title": "T"}], "description": "Kept"},
                "const": {"const": 5},
                "enum": {"type": "string", "default": null}
            }
        })
    }
    assert_eq!(
        Value::Object(input_leaf(noisy).unwrap().schema),
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "title": {"type": "string", "description": "Kept"},
                "const": {"type": "integer", "enum": [5]},
                "enum": {"type": "string"}
            }
        })
    );
}

#[test]
fn a_choice_between_values_is_one_enum() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Either {
        Plain(Plain),
        Other(Other),
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Other {
        B,
        C,
    }
    assert_eq!(
        input::<Either>(),
        json!({"type": "string", "enum": ["A", "B", "C"]})
    );
}
