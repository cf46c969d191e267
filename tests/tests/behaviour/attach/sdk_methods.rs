//! Wrappers of a handler forward every method of the SDK's trait. The test reads the SDK's source.

use std::{fs, path::PathBuf, process::Command};

use serde_json::Value;

/// Returns the folder of the SDK's source, from `cargo metadata`.
fn sdk() -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
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
    manifest.parent().unwrap().join("src/handler/server.rs")
}

/// The names of the functions after `start`, up to the line that ends its block.
fn functions(source: &str, start: &str) -> Vec<String> {
    let at = source.find(start).unwrap_or_else(|| panic!("no `{start}`"));
    let block = source[at..].split("\n}").next().unwrap();
    let mut names: Vec<_> = block
        .lines()
        .filter_map(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("async ").unwrap_or(line);
            let (name, _) = line.strip_prefix("fn ")?.split_once(['(', '<'])?;
            Some(name.to_owned())
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_handler_around_another_passes_on_every_method_of_the_sdk() {
    let sdk = fs::read_to_string(sdk()).unwrap();
    let methods = functions(&sdk, "macro_rules! server_handler_methods");
    // What the SDK itself passes on through a box: two lists that agree were both read right.
    let wrapped = functions(&sdk, "macro_rules! impl_server_handler_for_wrapper");
    assert_eq!(methods, wrapped);
    assert!(methods.len() >= 32, "{methods:?}");

    let around = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fusion-core/src/wire/wrapped_handler.rs"
    );
    let around = fs::read_to_string(around).unwrap();
    let passed = functions(&around, "ServerHandler for WrappedHandler<L, H>");
    let missing: Vec<_> = methods
        .iter()
        .filter(|method| !passed.contains(method))
        .collect();
    assert_eq!(
        missing,
        [] as [&String; 0],
        "attach/around.rs must pass these on"
    );
    assert_eq!(passed, methods);
}
