//! Schemas of other servers that clients refused, with values of our own, and their published form.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{input, portable, rules::broken_rules, tool_schema_with};
use crate::schema::SchemaCompiler;

fn input_schema(schema: fn(&mut SchemaGenerator) -> Schema) -> Result<Value, String> {
    input(&mut SchemaCompiler::default(), schema)
}

#[test]
fn case_14_no_composition_reaches_the_root_of_a_tool() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "op", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Change {
        Read,
        Remove { id: String },
    }
    let operation = |name: &str| json!({"type": "string", "enum": [name]});
    let whole = tool_schema_with(&portable::<Change>().unwrap());
    assert_eq!(
        whole,
        tool_schema_with(&json!({"anyOf": [
            {
                "type": "object",
                "properties": {"op": operation("read")},
                "required": ["op"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": {"op": operation("remove"), "id": {"type": "string"}},
                "required": ["op", "id"],
                "additionalProperties": false
            }
        ]}))
    );
    assert_eq!(broken_rules(&whole), Vec::<String>::new());
}

#[test]
fn case_15_a_field_that_clients_refuse_is_a_mistake_at_every_level() {
    for (name, legal) in [
        ("page[size]", "page_size"),
        ("sort by", "sort_by"),
        ("größe", "gr_e"),
        ("", "…"),
        (&"n".repeat(65), &"n".repeat(64)),
    ] {
        let reason = format!(
            "at `filter`, the field `{name}` has a name that clients refuse: use 1 to 64 of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-`, as in `#[serde(rename = \"{legal}\")]`"
        );
        let schema = json!({
            "type": "object",
            "properties": {
                "filter": {"type": "object", "properties": {name: {"type": "string"}}}
            }
        });
        let schema = schema.as_object().unwrap().clone();
        let none = serde_json::Map::new();
        let refused = crate::schema::portable::input(schema, &none, false).unwrap_err();
        assert_eq!(refused.to_string(), reason);
    }
    let legal = input_schema(|_| {
        json_schema!({
            "type": "object",
            "properties": {"page.size_v-2": {"type": "string"}}
        })
    });
    assert_eq!(
        legal,
        Ok(json!({
            "type": "object",
            "properties": {"page.size_v-2": {"type": "string"}},
            "additionalProperties": false
        }))
    );
}

#[test]
fn case_16_numeric_formats_become_bounds_and_a_field_called_format_is_a_field() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Process {
        port: u16,
        memory: u64,
        children: usize,
        load: f32,
        since: chrono::DateTime<chrono::Utc>,
        format: u32,
    }
    assert_eq!(
        portable::<Process>(),
        Ok(json!({
            "type": "object",
            "properties": {
                "port": {"type": "integer", "minimum": 0, "maximum": 65_535},
                "memory": {"type": "integer", "minimum": 0},
                "children": {"type": "integer", "minimum": 0},
                "load": {"type": "number"},
                "since": {"type": "string", "format": "date-time"},
                "format": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}
            },
            "required": ["port", "memory", "children", "load", "since", "format"],
            "additionalProperties": false
        }))
    );
}

#[test]
fn case_17_no_boolean_schema_is_published() {
    let reason = "at `report`, any JSON is taken, and a schema that says nothing helps no model: name a type, `serde_json::Map<String, Value>` for any object, or say that it is meant with `#[arg(any)]`";
    let report =
        |_: &mut SchemaGenerator| json_schema!({"type": "object", "properties": {"report": true}});
    assert_eq!(input_schema(report), Err(reason.to_owned()));
    let meant = SchemaCompiler::default().input(report, true).unwrap();
    assert_eq!(
        Value::Object(meant.schema),
        json!({
            "type": "object",
            "properties": {"report": {}},
            "additionalProperties": false
        })
    );
    // A title does not restrict the type.
    let titled = input_schema(|_| json_schema!({"title": "AnyValue"}));
    assert_eq!(titled.unwrap_err(), reason.replace("at `report`, ", ""));
}

#[test]
fn case_18_optional_is_by_absence_and_every_type_is_one_name() {
    let schema = input_schema(|_| {
        json_schema!({
            "type": "object",
            "properties": {
                "owner": {"type": ["integer", "null"], "description": "Whose it is"},
                "order": {"type": ["string", "null"], "enum": ["up", "down", null]},
                "labels": {"type": ["array", "null"], "items": {"type": "string"}},
                "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}
            }
        })
    });
    assert_eq!(
        schema,
        Ok(json!({
            "type": "object",
            "properties": {
                "owner": {"type": "integer", "description": "Whose it is"},
                "order": {"type": "string", "enum": ["up", "down"]},
                "labels": {"type": "array", "items": {"type": "string"}},
                "note": {"type": "string"}
            },
            "additionalProperties": false
        }))
    );
}

#[test]
fn case_19_a_finite_reference_is_written_out() {
    let schema = input_schema(|_| {
        json_schema!({
            "type": "object",
            "properties": {"query": {"$ref": "#/$defs/ShiftQuery"}},
            "required": ["query"],
            "$defs": {
                "ShiftQuery": {
                    "type": "object",
                    "properties": {
                        "text": {"type": "string", "default": null},
                        "teams": {"type": "array", "default": null},
                        "limit": {"type": "integer", "default": 25}
                    }
                }
            }
        })
    });
    assert_eq!(
        schema,
        Ok(json!({
            "type": "object",
            "properties": {
                "query": {
                    "type": "object",
                    "properties": {
                        "text": {"type": "string"},
                        "teams": {"type": "array", "items": {}},
                        "limit": {"type": "integer", "default": 25}
                    },
                    "additionalProperties": false
                }
            },
            "required": ["query"],
            "additionalProperties": false
        }))
    );
}
