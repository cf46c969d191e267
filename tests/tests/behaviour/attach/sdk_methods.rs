//! Wrappers of a handler forward every method of the SDK's trait, also after an update of the SDK. The tests
//! read the sources of the SDK and of the wrappers.

use std::{collections::BTreeSet, fs, path::PathBuf, process::Command};

use serde_json::Value;

const AROUND: &str = include_str!("../../../../fusion-core/src/wire/wrapped_handler.rs");
const WRAPPER: &str = include_str!("../../../../fusion-core/src/wire/handler_wrapper.rs");

/// Returns the source of the SDK's trait.
fn sdk() -> String {
    // Without `--filter-platform`, cargo wants the crates of every platform, which a build does not download.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", "host-tuple"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let mut found = packages.iter().filter(|package| package["name"] == "rmcp");
    let (Some(one), None) = (found.next(), found.next()) else {
        panic!("one version of rmcp");
    };
    let manifest = PathBuf::from(one["manifest_path"].as_str().unwrap());
    fs::read_to_string(manifest.with_file_name("src/handler/server.rs")).unwrap()
}

/// Returns the names of the functions between two texts; `end` may be missing.
fn functions_between<'t>(text: &'t str, start: &str, end: &str) -> BTreeSet<&'t str> {
    let (_, block) = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no `{start}`"));
    let block = block.split(end).next().unwrap();
    let lines = block.lines().map(str::trim_start);
    let names = lines.filter_map(|line| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        let (name, _) = line.strip_prefix("fn ")?.split_once(['(', '<'])?;
        Some(name)
    });
    names.collect()
}

/// Returns the names of the methods that the wrapper implements.
fn wrapped() -> BTreeSet<&'static str> {
    functions_between(AROUND, "ServerHandler for WrappedHandler<L, H> {", "\n}")
}

#[test]
fn every_method_of_the_sdk_is_passed_on() {
    let sdk = sdk();
    let methods = functions_between(&sdk, "macro_rules! server_handler_methods", "\n}");
    // The methods that the SDK forwards through a box. Two lists that agree were both read right.
    let start = "macro_rules! impl_server_handler_for_wrapper";
    assert_eq!(functions_between(&sdk, start, "\n}"), methods);
    assert!(methods.len() >= 32, "{methods:?}");
    assert_eq!(wrapped(), methods);
}

#[test]
fn every_method_calls_the_method_of_its_own_name() {
    let (_, source) = AROUND
        .split_once("ServerHandler for WrappedHandler<L, H> {")
        .unwrap();
    let words: String = source.split_whitespace().collect();
    // The wrapper handles these methods, and forwards them to the handler.
    let handled = [
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
    for name in wrapped() {
        let call = match handled.iter().find(|(handled, _)| *handled == name) {
            Some((_, call)) => (*call).to_owned(),
            None => format!("self.inner.{name}("),
        };
        assert_eq!(words.matches(&call).count(), 1, "{call}");
    }
    // The wrapper's default methods call the handler's method of the same name.
    let words: String = WRAPPER.split_whitespace().collect();
    let calls = handled
        .iter()
        .filter(|(_, call)| call.starts_with("self.wrapper."));
    for (name, _) in calls {
        let call = format!("{{inner.{name}(");
        assert_eq!(words.matches(&call).count(), 1, "{call}");
    }
}
