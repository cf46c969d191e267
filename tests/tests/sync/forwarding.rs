//! What stands around a handler passes on whatever the SDK's trait has, today and after an update.

use std::{collections::BTreeSet, process::Command};

use serde_json::Value;

const FORWARD: &str = include_str!("../../../fusion-core/src/attach/forward.rs");

/// The source of the SDK's trait.
fn sdk() -> String {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let rmcp = packages.iter().find(|one| one["name"] == "rmcp").unwrap();
    let manifest = std::path::Path::new(rmcp["manifest_path"].as_str().unwrap());
    std::fs::read_to_string(manifest.with_file_name("src/handler/server.rs")).unwrap()
}

/// The names of functions in a text.
fn functions(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().map(str::trim_start);
    let names = lines.filter_map(|line| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        line.strip_prefix("fn ")?.split_once('(')
    });
    names.map(|(name, _)| name).collect()
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, behind) = text.split_once(start).unwrap();
    behind.split_once(end).unwrap().0
}

#[test]
fn every_method_of_the_sdk_is_passed_on() {
    let sdk = sdk();
    let start = "macro_rules! server_handler_methods";
    let asked = functions(between(&sdk, start, "pub trait ServerHandler"));
    let (_, passed) = FORWARD
        .split_once("ServerHandler for Forward<A> {")
        .unwrap();
    assert_eq!(functions(passed), asked);
    assert!(asked.len() >= 32, "{asked:?}");
}

#[test]
fn every_method_asks_the_method_of_its_own_name() {
    let (_, passed) = FORWARD
        .split_once("ServerHandler for Forward<A> {")
        .unwrap();
    let words: String = passed.split_whitespace().collect();
    let around = ["list_tools", "get_tool", "call_tool"];
    for name in functions(passed) {
        let inside = if around.contains(&name) {
            ""
        } else {
            ".inner()"
        };
        let asks = format!("self.0{inside}.{name}(");
        assert_eq!(words.matches(&asks).count(), 1, "{asks}");
    }
}
