//! Flat names that an author gives, and the keys by which programs find an action under any name.

use std::collections::BTreeMap;

use fusion_core::{
    Content, Ctx, Exposition, Filter, Registry, Server, error::BuildError, rmcp::model::Tool,
    server_info, tool_group,
};
use fusion_tests::wire::Wire;
use serde_json::{Value, json};

struct Notes;

/// Keep notes.
#[tool_group(name = "notes")]
impl Notes {
    /// Read a note.
    #[action(read_only, flat_name = "get_note", alias("get"))]
    fn read(&self) -> &'static str {
        "read"
    }

    /// List the notes.
    #[action(read_only)]
    fn list(&self) -> &'static str {
        "listed"
    }

    /// Write a note. See [`Self::read`].
    #[action(flat_name = "create_note")]
    fn write(&self) -> &'static str {
        "written"
    }
}

/// A tool of groups that has the notes twice.
#[tool_group(name = "desk")]
struct Desk {
    #[group]
    mine: Notes,
    #[group]
    yours: Notes,
}

fn registry() -> Registry {
    Registry::builder().tool(Notes).build().unwrap()
}

fn names(exposition: Exposition) -> Vec<String> {
    let view = registry().view(exposition).unwrap();
    view.tools().iter().map(|tool| tool.name.clone()).collect()
}

#[test]
fn an_action_that_is_listed_by_itself_has_its_flat_name() {
    assert_eq!(
        names(Exposition::Flat),
        ["get_note", "notes_list", "create_note"]
    );
    // The only write of the tool is listed by itself.
    assert_eq!(names(Exposition::BySafety), ["notes_read", "create_note"]);
    assert_eq!(names(Exposition::Grouped), ["notes"]);
}

#[test]
fn instructions_have_the_names_that_are_listed() {
    struct Renamed;

    /// Keep all notes.
    #[tool_group(name = "kept")]
    impl Renamed {
        /// Read a note.
        #[action(read_only, flat_name = "get")]
        fn read(&self) {}

        /// Write a note.
        #[action(flat_name = "put")]
        fn write(&self) {}
    }

    #[tool_group(name = "shelf")]
    struct Shelf {
        #[group]
        mine: Renamed,
        #[group]
        yours: Others,
    }

    struct Others;

    /// Keep the notes of others.
    #[tool_group(name = "others")]
    impl Others {
        /// Count the notes.
        #[action(read_only)]
        fn count(&self) {}
    }

    let instructions = |registry: &Registry, filter: &Filter| {
        let view = registry.view(Exposition::Flat).unwrap();
        let view = view.filtered(filter).unwrap();
        view.instructions().map(str::to_owned)
    };
    let notes = registry();
    assert_eq!(
        instructions(&notes, &Filter::all()).as_deref(),
        Some("notes_*, get_note, create_note: Keep notes.")
    );
    let renamed = Filter::except(["notes/list"]);
    assert_eq!(
        instructions(&notes, &renamed).as_deref(),
        Some("get_note, create_note: Keep notes.")
    );
    let shelf = Shelf {
        mine: Renamed,
        yours: Others,
    };
    let shelf = Registry::builder().tool(shelf).build().unwrap();
    assert_eq!(
        instructions(&shelf, &Filter::all()).as_deref(),
        Some("get, put: Keep all notes.\nshelf_yours_*: Keep the notes of others.")
    );
}

#[tokio::test]
async fn a_call_and_its_errors_have_the_flat_name() {
    let view = registry().view(Exposition::Flat).unwrap();
    for (name, expected) in [
        ("get_note", Ok("read")),
        // An alias keeps the name that its tool gives it.
        ("notes_get", Ok("read")),
        ("notes_list", Ok("listed")),
        ("notes_read", Err("unknown tool `notes_read`")),
        ("notes_write", Err("unknown tool `notes_write`")),
    ] {
        let result = view.call(name, Value::Null, Ctx::new()).await;
        let result = result.map(|response| response.content().to_vec());
        let result = result.map_err(|error| error.to_string());
        let expected = expected.map(|text| vec![Content::text(text)]);
        assert_eq!(result, expected.map_err(str::to_owned), "{name}");
    }
    let wrong = view.call("create_note", json!({"id": 1}), Ctx::new()).await;
    let wrong = wrong.unwrap_err().to_string();
    assert!(
        wrong.starts_with("Validation failed for create_note:"),
        "{wrong}"
    );
    let tools = view.tools();
    assert_eq!(tools[2].description, "Write a note. See `get_note`.");
}

#[test]
fn two_actions_of_one_flat_name_are_refused_where_both_are_listed() {
    let desk = Desk {
        mine: Notes,
        yours: Notes,
    };
    let registry = Registry::builder().tool(desk).build().unwrap();
    let clash = |name: &str, key: &str| BuildError::NameClash {
        name: name.to_owned(),
        first: format!("desk/mine.{key}"),
        second: format!("desk/yours.{key}"),
    };
    let errors = registry.view(Exposition::Flat).unwrap_err();
    assert_eq!(
        errors.iter().cloned().collect::<Vec<_>>(),
        [clash("get_note", "read"), clash("create_note", "write")]
    );
    assert!(registry.view(Exposition::Grouped).is_ok());
}

#[test]
fn a_hidden_action_frees_no_name_and_is_named_nowhere() {
    let view = registry().view(Exposition::Flat).unwrap();
    let view = view.filtered(&Filter::except(["notes/read"])).unwrap();
    let listed: Vec<_> = view
        .tools()
        .iter()
        .map(|tool| (tool.name.as_str(), tool.description.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("notes_list", "List the notes."),
            ("create_note", "Write a note.")
        ]
    );
}

#[test]
fn each_listed_tool_has_the_key_by_which_programs_find_it() {
    let keys = |exposition| -> Vec<(String, String)> {
        let view = registry().view(exposition).unwrap();
        let tools = view.tools().iter();
        tools
            .map(|tool| (tool.name.clone(), tool.key.clone()))
            .collect()
    };
    let pair = |name: &str, key: &str| (name.to_owned(), key.to_owned());
    assert_eq!(
        keys(Exposition::Flat),
        [
            pair("get_note", "notes/read"),
            pair("notes_list", "notes/list"),
            pair("create_note", "notes/write")
        ]
    );
    assert_eq!(
        keys(Exposition::BySafety),
        [
            pair("notes_read", "notes"),
            pair("create_note", "notes/write")
        ]
    );
    assert_eq!(keys(Exposition::Grouped), [pair("notes", "notes")]);
}

#[tokio::test]
async fn a_program_finds_an_action_by_its_key_on_the_wire_under_any_exposition() {
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let server = Server::new(registry(), server_info!());
        let mut wire = Wire::serve(server.exposition(exposition).unwrap());
        wire.shake_hands().await;
        let list = wire.ask(1, "tools/list", json!({})).await;
        let tools: Vec<Tool> = serde_json::from_value(list["result"]["tools"].clone()).unwrap();
        let mut found = BTreeMap::new();
        for tool in tools {
            let key = tool.meta.unwrap().0["dev.fusion/key"].clone();
            let key = key.as_str().unwrap().to_owned();
            let actions = tool.input_schema["properties"].get("action");
            let keys = actions.map(|action| action["enum"].as_array().unwrap().clone());
            match keys {
                None => drop(found.insert(key, (tool.name.to_string(), json!({})))),
                Some(keys) => found.extend(keys.into_iter().map(|one| {
                    let qualified = format!("{key}/{}", one.as_str().unwrap());
                    (qualified, (tool.name.to_string(), json!({"action": one})))
                })),
            }
        }
        for (number, (key, text)) in [
            ("notes/read", "read"),
            ("notes/list", "listed"),
            ("notes/write", "written"),
        ]
        .into_iter()
        .enumerate()
        {
            let (name, arguments) = &found[key];
            let call = json!({"name": name, "arguments": arguments});
            let id = u64::try_from(number).unwrap() + 2;
            let answer = wire.ask(id, "tools/call", call).await;
            assert_eq!(answer["result"]["content"][0]["text"], text, "{answer}");
        }
    }
}
