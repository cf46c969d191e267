//! What is listed, in both expositions: names here, every word in `golden/`.
//!
//! `BLESS=1 cargo test -p fusion-examples --test tools` writes the golden files; read the diff as
//! a model would read the list.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The answer to `tools/list`, as the program writes it.
fn listed(exposition: &str) -> Value {
    let dir = TempDir::new().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_tracker"))
        .args(["stdio", "--exposition", exposition, "--db"])
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
fn grouped_lists_one_tool_a_group() {
    let tools = listed("grouped");
    assert_eq!(
        names(&tools),
        ["issues", "comments", "labels", "members"],
        "{tools:#}"
    );
    is_golden("grouped", &tools);
}

#[test]
fn flat_lists_one_tool_an_action() {
    let tools = listed("flat");
    let wanted = [
        "issues_list",
        "issues_get",
        "issues_open",
        "issues_close",
        "issues_assign",
        "issues_delete",
        "issues_import",
        "comments_list",
        "comments_add",
        "comments_edit",
        "comments_delete",
        "labels_list",
        "labels_create",
        "labels_rename",
        "labels_delete",
        "labels_attach",
        "labels_detach",
        "members_list",
        "members_add",
        "members_remove",
    ];
    assert_eq!(names(&tools), wanted, "{tools:#}");
    is_golden("flat", &tools);
}
