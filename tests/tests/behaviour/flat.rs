//! The flat exposition lists each action as its own tool and calls it through the same dispatcher.

use std::sync::Arc;

use fusion_core::{
    Content, Ctx, Exposition, Json, Registry, ToolError, View, error::BuildError, tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A note.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
struct Note {
    /// Its number.
    id: u32,
    /// Its text, if it has one.
    text: Option<String>,
}

struct Notes;

/// Keep notes.
///
/// They are forgotten when the server ends.
#[tool_group(name = "notes")]
impl Notes {
    /// Read a note.
    #[action(read_only, title = "Read", alias("get"))]
    async fn read(
        &self,
        /** Its number. */
        id: u32,
    ) -> Json<Note> {
        Json(Note { id, text: None })
    }

    /// Throw a note away.
    #[action(destructive, idempotent)]
    async fn drop(&self, id: Option<u32>) -> Result<String, ToolError> {
        match id {
            Some(id) => Ok(format!("dropped {id}")),
            None => Err("which one?")?,
        }
    }
}

fn view() -> View {
    let registry = Registry::builder().tool(Arc::new(Notes)).build().unwrap();
    registry.view(Exposition::Flat).unwrap()
}

async fn call(tool: &str, arguments: Value) -> Result<(String, Option<Value>), String> {
    match view().call(tool, arguments, Ctx::new()).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => Ok((text.clone(), response.structured_content().cloned())),
            other => panic!("{other:?}"),
        },
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn every_action_is_listed_by_itself_with_its_own_schema_and_hints() {
    let listed: Vec<_> = view()
        .tools()
        .iter()
        .map(|tool| {
            let hints = tool.hints;
            json!({
                "name": tool.name,
                "title": tool.title,
                "description": tool.description,
                "input": *tool.input_schema,
                "output": tool.output_schema.as_deref(),
                "hints": [hints.read_only, hints.destructive, hints.idempotent, hints.open_world],
            })
        })
        .collect();
    let note = json!({
        "type": "object",
        "description": "A note.",
        "properties": {
            "id": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "description": "Its number."},
            "text": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "Its text, if it has one."}
        },
        "required": ["id", "text"],
        "additionalProperties": false
    });
    let id = |description: Option<&str>| {
        let mut id = json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32});
        if let Some(description) = description {
            id["description"] = json!(description);
        }
        id
    };
    assert_eq!(
        listed,
        [
            json!({
                "name": "notes_read",
                "title": "Read",
                "description": "Read a note.",
                "input": {
                    "type": "object",
                    "properties": {"id": id(Some("Its number."))},
                    "required": ["id"],
                    "additionalProperties": false
                },
                "output": note,
                "hints": [true, false, true, false],
            }),
            json!({
                "name": "notes_drop",
                "title": null,
                "description": "Throw a note away [DESTRUCTIVE]",
                "input": {
                    "type": "object",
                    "properties": {"id": id(None)},
                    "additionalProperties": false
                },
                "output": null,
                "hints": [false, true, true, false],
            }),
        ]
    );
    let instructions = "notes_*: Keep notes.\n\nThey are forgotten when the server ends.";
    assert_eq!(view().instructions(), Some(instructions));
}

#[tokio::test]
async fn calls_reach_the_handler_and_errors_speak_of_the_wire_name() {
    let note = json!({"id": 3, "text": null});
    for (tool, arguments, expected) in [
        ("notes_read", json!({"id": 3}), Ok((note.to_string(), Some(note.clone())))),
        ("notes_get", json!({"id": 3}), Ok((note.to_string(), Some(note)))),
        ("notes_drop", json!({"id": 3}), Ok(("dropped 3".to_owned(), None))),
        ("notes_drop", Value::Null, Err("[notes_drop] which one?".to_owned())),
        (
            "notes_read",
            json!({"action": "read"}),
            Err("Validation failed for notes_read:\n- id: required, but missing\n- action: unknown field\nExpected: id: integer 0..4294967295 (required)\nFix these fields and call again.".to_owned()),
        ),
        ("notes", json!({"action": "read", "id": 3}), Err("unknown tool `notes`".to_owned())),
        ("notes_shred", json!({}), Err("unknown tool `notes_shred`".to_owned())),
    ] {
        assert_eq!(call(tool, arguments).await, expected, "{tool}");
    }
}

struct First;

#[tool_group(name = "a")]
impl First {
    #[action]
    fn b_c(&self) {}
}

struct Second;

#[tool_group(name = "a_b")]
impl Second {
    #[action]
    fn c(&self) {}

    #[action]
    fn tree(&self) -> Json<Tree> {
        Json(Tree { kids: Vec::new() })
    }
}

/// Contains itself, and clients do not follow references.
#[derive(Serialize, JsonSchema)]
struct Tree {
    kids: Vec<Tree>,
}

#[test]
fn mistakes_of_the_flat_exposition_are_none_until_somebody_asks_for_it() {
    let registry = Registry::builder()
        .tool(First)
        .tool(Second)
        .build()
        .unwrap();
    let errors = registry.view(Exposition::Flat).unwrap_err();
    let errors: Vec<_> = errors.iter().collect();
    let clash = BuildError::NameClash {
        name: "a_b_c".into(),
        first: "a/b_c".into(),
        second: "a_b/c".into(),
    };
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(matches!(errors[0], BuildError::Schema { key, .. } if key == "tree"));
    assert_eq!(errors[1], &clash);
}
