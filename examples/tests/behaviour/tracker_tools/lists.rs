//! The list of tools in each exposition: names here, the whole list in `golden/`.
//!
//! `BLESS=1 cargo test -p fusion-examples --test behaviour tracker_tools` writes the golden files; read the diff as
//! a model would read the list.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use fusion_core::{Exposition, Registry, spec::Describe};
use fusion_examples::tracker::{Tracker, store::Store};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The answer to `tools/list`, as the program writes it.
fn list_tools(exposition: &str) -> Value {
    list_tools_with(&["--exposition", exposition])
}

fn list_tools_with(options: &[&str]) -> Value {
    let dir = TempDir::new().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_tracker"))
        .arg("stdio")
        .args(options)
        .arg("--db")
        .arg(dir.path().join("tracker.db"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
    }}});
    let mut input = server.stdin.take().unwrap();
    writeln!(input, "{request}").unwrap();
    drop(input);
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["result"]["tools"].take()
}

fn names(tools: &Value) -> Vec<&str> {
    let tools = tools.as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

/// Compares with `golden/<name>.json`, or writes it.
fn is_golden(name: &str, tools: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
        .with_extension("json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{tools:#}\n")).unwrap();
    }
    let golden: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(
        format!("{tools:#}"),
        format!("{golden:#}"),
        "{name}.json; BLESS=1 writes it anew"
    );
}

#[test]
fn grouped_lists_one_tool_with_four_modules() {
    let tools = list_tools("grouped");
    assert_eq!(names(&tools), ["tracker"], "{tools:#}");
    is_golden("grouped", &tools);
}

#[test]
fn for_strict_function_calling_every_field_is_required() {
    let tools = list_tools_with(&["--profile", "strict"]);
    let schema = &tools[0]["inputSchema"];
    let fields = schema["properties"].as_object().unwrap();
    assert_eq!(schema["required"], json!(fields.keys().collect::<Vec<_>>()));
    // All actions of the tracker require one field, their own key.
    let nullable = |field: &Value| field["type"].as_array().is_some();
    let firm: Vec<_> = fields
        .iter()
        .filter(|(_, field)| !nullable(field))
        .collect();
    assert_eq!(firm.len(), 1, "{firm:?}");
    assert_eq!(firm[0].0, "action");
    is_golden("strict", &tools);
}

#[test]
fn the_open_list_is_the_portable_one_without_a_keyword() {
    let open = list_tools_with(&["--profile", "open"]);
    let text = list_tools("grouped").to_string();
    assert!(text.contains(r#""additionalProperties":false,"#));
    let text = text.replace(r#""additionalProperties":false,"#, "");
    assert_eq!(open, serde_json::from_str::<Value>(&text).unwrap());
}

#[test]
fn by_safety_lists_what_reads_what_changes_and_what_destroys() {
    let tools = list_tools("by-safety");
    let wanted = ["tracker_read", "tracker_write", "tracker_destructive"];
    assert_eq!(names(&tools), wanted, "{tools:#}");
    is_golden("by-safety", &tools);
}

#[test]
fn flat_lists_one_tool_an_action() {
    let tools = list_tools("flat");
    let wanted = [
        "tracker_issues_list",
        "tracker_issues_get",
        "tracker_issues_open",
        "tracker_issues_close",
        "tracker_issues_assign",
        "tracker_issues_accept",
        "tracker_issues_delete",
        "tracker_issues_import",
        "tracker_comments_list",
        "tracker_comments_add",
        "tracker_comments_edit",
        "tracker_comments_delete",
        "tracker_labels_list",
        "tracker_labels_create",
        "tracker_labels_rename",
        "tracker_labels_delete",
        "tracker_labels_attach",
        "tracker_labels_detach",
        "tracker_members_list",
        "tracker_members_add",
        "tracker_members_remove",
    ];
    assert_eq!(names(&tools), wanted, "{tools:#}");
    is_golden("flat", &tools);
}

/// The texts of a list that a form writes: descriptions, and what stands at the fields.
fn written(form: Describe, exposition: Exposition) -> String {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let builder = Registry::builder().describe(form);
    let registry = builder.tool(Tracker::new(&store)).build().unwrap();
    let view = registry.view(exposition).unwrap();
    let mut text = String::new();
    for tool in view.tools() {
        writeln!(text, "=== {}\n{}", tool.name, tool.description).unwrap();
        for (name, field) in tool.input_schema["properties"].as_object().unwrap() {
            let docs = field["description"].as_str().unwrap_or("-");
            writeln!(text, "--- {name}\n{docs}").unwrap();
        }
    }
    text
}

#[test]
fn each_form_writes_the_tracker_in_its_way() {
    for exposition in [Exposition::Grouped, Exposition::BySafety] {
        for form in [
            Describe::Compact,
            Describe::Brief,
            Describe::Workflow,
            Describe::Toon,
        ] {
            let name = format!("{form:?}-{exposition:?}").to_lowercase();
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/golden/forms")
                .join(&name)
                .with_extension("txt");
            let text = written(form, exposition);
            if std::env::var_os("BLESS").is_some() {
                fs::write(&path, &text).unwrap();
            }
            let golden = fs::read_to_string(&path).unwrap();
            assert_eq!(text, golden, "{name}.txt; BLESS=1 writes it anew");
        }
    }
}
