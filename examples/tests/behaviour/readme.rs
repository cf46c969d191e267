//! The README's server is the program `counter`, and its responses are those that the README shows.
//! The doctests of `fusion-tests` compile its snippets.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

const README: &str = include_str!("../../../README.md");

/// The answers of the README's server to requests of the stateless era.
fn answers(requests: &[(&str, Value)]) -> Vec<Value> {
    let mut server = Command::new(env!("CARGO_BIN_EXE_counter"))
        .arg("stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    for (id, (method, params)) in requests.iter().enumerate() {
        let mut params = params.clone();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        });
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(input, "{request}").unwrap();
    }
    drop(input);
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut answers: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

#[test]
fn the_server_in_the_readme_is_the_one_that_is_built() {
    let (_, code) = include_str!("../../src/bin/counter.rs")
        .split_once("\n\n")
        .unwrap();
    assert!(README.contains(code));
}

#[test]
fn the_tool_and_the_error_in_the_readme_are_the_real_ones() {
    let wrong = json!({"name": "counter", "arguments": {"action": "add", "bye": -1, "by": "x"}});
    let unknown = json!({"name": "counter", "arguments": {"action": "incr"}});
    let answers = answers(&[
        ("tools/list", json!({})),
        ("tools/call", wrong),
        ("tools/call", unknown),
    ]);
    let mut tool = answers[0]["result"]["tools"][0].clone();
    // For programs; the model does not see it.
    assert_eq!(tool["_meta"].take(), json!({"dev.fusion/key": "counter"}));
    tool.as_object_mut().unwrap().remove("_meta");
    assert_eq!(block("json"), tool.to_string());
    for answer in &answers[1..] {
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(README.contains(text), "README.md does not show:\n{text}");
    }
}

/// rustdoc compiles a block only if its language is `rust` without `ignore`, `text` or another name.
#[test]
fn no_rust_snippet_of_the_readme_is_left_uncompiled() {
    let mut open = false;
    let mut snippets = 0;
    for line in README.lines() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        if !open {
            let known = ["rust", "rust,no_run", "json", "sh", "text", "toml"];
            assert!(known.contains(&language), "```{language}");
            snippets += usize::from(language.starts_with("rust"));
        }
        open = !open;
    }
    assert!(!open);
    assert_eq!(snippets, 12);
}

/// The first code block of a language, as compact JSON.
fn block(language: &str) -> String {
    let (_, rest) = README.split_once(&format!("```{language}\n")).unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    serde_json::from_str::<Value>(text).unwrap().to_string()
}
