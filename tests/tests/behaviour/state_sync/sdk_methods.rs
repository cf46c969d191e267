//! Wrappers of a handler forward every method of the SDK's trait, also after an update of the SDK.

use std::{collections::BTreeSet, process::Command};

use serde_json::Value;

const AROUND: &str = include_str!("../../../../fusion-core/src/wire/wrapped_handler.rs");
const WRAPPER: &str = include_str!("../../../../fusion-core/src/wire/handler_wrapper.rs");

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
    let (_, passed) = AROUND
        .split_once("ServerHandler for WrappedHandler<L, H> {")
        .unwrap();
    assert_eq!(functions(passed), asked);
    assert!(asked.len() >= 32, "{asked:?}");
}

#[test]
fn every_method_asks_the_method_of_its_own_name() {
    let (_, passed) = AROUND
        .split_once("ServerHandler for WrappedHandler<L, H> {")
        .unwrap();
    let words: String = passed.split_whitespace().collect();
    // The wrapper handles these methods, and forwards them to the handler.
    let wrapped = [
        ("get_info", "ServerHandler::get_info(&self.inner)"),
        (
            "supported_protocol_versions",
            "supported_protocol_versions(&self.inner)",
        ),
        ("list_tools", "self.wrapper.list_tools(&self.inner,"),
        ("list_prompts", "self.wrapper.list_prompts(&self.inner,"),
        ("list_resources", "self.wrapper.list_resources(&self.inner,"),
        (
            "list_resource_templates",
            "self.wrapper.list_templates(&self.inner,",
        ),
        ("get_prompt", "self.wrapper.prompt(&self.inner,"),
        ("read_resource", "self.wrapper.read(&self.inner,"),
        ("complete", "self.wrapper.complete(&self.inner,"),
        ("subscribe", "self.wrapper.subscribe(&self.inner,"),
        ("unsubscribe", "self.wrapper.unsubscribe(&self.inner,"),
        ("call_tool", "self.wrapper.call_tool(&self.inner,"),
        ("get_tool", "self.wrapper.tool(&self.inner,"),
        ("on_custom_request", "self.wrapper.custom(&self.inner,"),
        ("on_initialized", "self.wrapper.ready(&self.inner,"),
        (
            "accepted_subscription_filter",
            "self.wrapper.subscription(&self.inner,",
        ),
        ("listen", "self.wrapper.listen(&self.inner,"),
    ];
    for name in functions(passed) {
        let asks = match wrapped.iter().find(|(wrapped, _)| *wrapped == name) {
            Some((_, asks)) => (*asks).to_owned(),
            None => format!("self.inner.{name}("),
        };
        assert_eq!(words.matches(&asks).count(), 1, "{asks}");
    }
    // The wrapper's default methods call the handler's method of the same name.
    let words: String = WRAPPER.split_whitespace().collect();
    let asked = wrapped
        .iter()
        .filter(|(_, asks)| asks.starts_with("self.wrapper."));
    for (name, _) in asked {
        let asks = format!("{{inner.{name}(");
        assert_eq!(words.matches(&asks).count(), 1, "{asks}");
    }
}
