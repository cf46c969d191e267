//! A server of eight tools of the SDK's macros, and the same server after its migration: the names on the
//! wire, the arguments and the answers stay.

use std::collections::{BTreeMap, BTreeSet};

use fusion_core::{Exposition, Registry, Server, server_info, tool_group};
use rmcp::{
    ServerHandler,
    handler::server::wrapper::Parameters,
    model::{ServerCapabilities, ServerConfig},
    tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Client, ERAS};

#[derive(Debug, Deserialize, JsonSchema)]
struct NewNote {
    /// One line.
    title: String,
    /// The text below it.
    body: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct NoteId {
    /// The number of the note.
    id: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Rename {
    /// The number of the note.
    id: u32,
    /// One line.
    title: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Words {
    /// All of these words.
    words: Vec<String>,
}

fn found(id: u32) -> Result<String, String> {
    let found = (id == 1).then(|| "milk".to_owned());
    found.ok_or_else(|| format!("there is no note {id}"))
}

struct Before;

#[tool_router]
#[allow(clippy::unused_self)] // the SDK's macros want the receiver
impl Before {
    /// Create a note.
    #[tool]
    fn create_note(&self, Parameters(note): Parameters<NewNote>) -> String {
        format!("{}: {}", note.title, note.body.unwrap_or_default())
    }

    /// Get a note.
    #[tool(annotations(read_only_hint = true))]
    fn get_note(&self, Parameters(note): Parameters<NoteId>) -> Result<String, String> {
        found(note.id)
    }

    /// List all notes.
    #[tool(annotations(read_only_hint = true))]
    fn list_notes(&self) -> String {
        "milk".to_owned()
    }

    /// Rename a note.
    #[tool]
    fn rename_note(&self, Parameters(note): Parameters<Rename>) -> Result<String, String> {
        found(note.id).map(|_| note.title)
    }

    /// Delete a note.
    #[tool(annotations(destructive_hint = true))]
    fn delete_note(&self, Parameters(note): Parameters<NoteId>) -> Result<String, String> {
        found(note.id)
    }

    /// Search notes.
    #[tool(annotations(read_only_hint = true))]
    fn search(&self, Parameters(query): Parameters<Words>) -> String {
        query.words.join("+")
    }

    /// Count the notes.
    #[tool(annotations(read_only_hint = true))]
    fn count(&self) -> String {
        "1".to_owned()
    }

    /// Write all notes into one text.
    #[tool(name = "export-all", annotations(read_only_hint = true))]
    fn export(&self) -> String {
        "# milk".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Before {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

struct After;

/// Keep notes.
#[tool_group(name = "notes")]
impl After {
    /// Create a note.
    #[action(flat_name = "create_note")]
    fn create(
        /// One line.
        title: String,
        /// The text below it.
        body: Option<String>,
    ) -> String {
        format!("{title}: {}", body.unwrap_or_default())
    }

    /// Get a note.
    #[action(read_only, flat_name = "get_note")]
    fn get(
        /// The number of the note.
        id: u32,
    ) -> Result<String, String> {
        found(id)
    }

    /// List all notes.
    #[action(read_only, flat_name = "list_notes")]
    fn list() -> &'static str {
        "milk"
    }

    /// Rename a note.
    #[action(flat_name = "rename_note")]
    fn rename(
        /// The number of the note.
        id: u32,
        /// One line.
        title: String,
    ) -> Result<String, String> {
        found(id).map(|_| title)
    }

    /// Delete a note.
    #[action(destructive, flat_name = "delete_note")]
    fn delete(
        /// The number of the note.
        id: u32,
    ) -> Result<String, String> {
        found(id)
    }

    /// Search notes.
    #[action(read_only, flat_name = "search")]
    fn search(
        /// All of these words.
        words: Vec<String>,
    ) -> String {
        words.join("+")
    }

    /// Count the notes.
    #[action(read_only, flat_name = "count")]
    fn count() -> &'static str {
        "1"
    }

    /// Write all notes into one text.
    #[action(read_only, flat_name = "export-all")]
    fn export() -> &'static str {
        "# milk"
    }
}

fn after() -> Server {
    let registry = Registry::builder().tool(After).build().unwrap();
    let server = Server::new(registry, server_info!());
    server.exposition(Exposition::Flat).unwrap()
}

/// The parts of a listed tool that a client reads and that both servers state alike.
#[derive(Debug, PartialEq)]
struct ListedTool {
    description: String,
    /// The docs of each argument.
    arguments: BTreeMap<String, Value>,
    required: BTreeSet<String>,
}

impl ListedTool {
    fn new(tool: &Value) -> Self {
        let schema = &tool["inputSchema"];
        let properties = schema["properties"].as_object().into_iter().flatten();
        let docs = properties.map(|(name, field)| (name.clone(), field["description"].clone()));
        let required = schema["required"].as_array().into_iter().flatten();
        let required = required.map(|name| name.as_str().unwrap().to_owned());
        // Fusion marks the descriptions of destructive actions.
        let description = tool["description"].as_str().unwrap();
        Self {
            description: description.replace(" [DESTRUCTIVE]", "."),
            arguments: docs.collect(),
            required: required.collect(),
        }
    }
}

/// Returns the tools of a list by their names.
fn listed(list: &Value) -> BTreeMap<String, ListedTool> {
    let tools = list["tools"].as_array().unwrap().iter();
    let named = tools.map(|tool| {
        (
            tool["name"].as_str().unwrap().to_owned(),
            ListedTool::new(tool),
        )
    });
    named.collect()
}

#[tokio::test]
async fn a_migrated_server_of_eight_tools_lists_and_answers_as_before() {
    for era in ERAS {
        let mut before = Client::connect(Before, era).await;
        let mut after = Client::connect_server(after(), era).await;
        let expected = listed(&before.list().await);
        assert_eq!(expected.len(), 8);
        assert_eq!(listed(&after.list().await), expected);

        for (tool, arguments) in [
            ("create_note", json!({"title": "a", "body": "b"})),
            ("create_note", json!({"title": "a"})),
            ("get_note", json!({"id": 1})),
            ("list_notes", json!({})),
            ("rename_note", json!({"id": 1, "title": "b"})),
            ("delete_note", json!({"id": 1})),
            ("search", json!({"words": ["a", "b"]})),
            ("count", json!({})),
            ("export-all", json!({})),
        ] {
            let expected = before.call(tool, arguments.clone()).await;
            let answer = after.call(tool, arguments).await;
            let content = &answer["result"]["content"];
            assert_eq!(*content, expected["result"]["content"], "{tool}");
        }
        for client in [&mut before, &mut after] {
            let answer = client.call("get_note", json!({"id": 2})).await;
            assert_eq!(answer["result"]["isError"], true, "{answer}");
        }
    }
}
