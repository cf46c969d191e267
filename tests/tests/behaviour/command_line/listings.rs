//! The commands that show a server.

use serde_json::{Value, json};

use super::{Ended, command, ended, failure, success, with_input};

fn json_of(words: &[&str]) -> Value {
    let ended = ended(words);
    assert_eq!((ended.code, &*ended.err), (0, super::END), "{ended:?}");
    serde_json::from_str(&ended.out).unwrap()
}

/// The result of `tools/list` over stdio.
fn tools_list(words: &[&str]) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let request =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}});
    let ended = with_input(&[words, &["stdio"]].concat(), &format!("{request}\n"));
    let mut response: Value = serde_json::from_str(&ended.out).unwrap();
    response["result"].take()
}

#[test]
fn the_list_is_the_result_of_the_protocol() {
    for listing in [
        &[][..],
        &["--exposition", "flat"],
        &["--exposition=by-safety", "--profile", "strict"],
    ] {
        let listed = json_of(&[listing, &["list", "--output", "json"]].concat());
        assert_eq!(listed, tools_list(listing), "{listing:?}");
    }
    let keeper = json_of(&[
        "list",
        "--exposition",
        "flat",
        "--token",
        "key",
        "--output",
        "json",
    ]);
    let names = |list: &Value| -> Vec<String> {
        let tools = list["tools"].as_array().unwrap().iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let own = names(&tools_list(&["--exposition", "flat"]));
    assert_eq!(
        names(&keeper),
        [&own[..], &["desk_keep".to_owned()]].concat()
    );
}

#[test]
fn programs_read_each_row_of_the_list_as_one_line() {
    let expected = "\
TOOL              HINTS        DESCRIPTION
desk_read         read-only    Read-only. Work at a desk. See also: desk_destructive. (? optional)
desk_destructive  destructive  Destructive. See also: desk_read
";
    assert_eq!(
        ended(&["list", "--exposition", "by-safety"]),
        success(expected)
    );
}

#[test]
fn the_tree_and_the_contract_have_keys() {
    let tree = ended(&["tree"]);
    assert_eq!(tree.code, 0);
    let lines: Vec<_> = tree.out.lines().collect();
    assert_eq!(lines.len(), 1 + 8, "{tree:?}");
    assert_eq!(
        lines[..2],
        [
            "desk: Work at a desk.",
            "  echo: Return all arguments. [READ-ONLY]"
        ]
    );
    let show = ended(&["show", "desk/lose"]);
    let expected =
        "desk/lose\n\nlose() [DESTRUCTIVE]\nLose everything.\nNo arguments.\nHints: destructive\n";
    assert_eq!(show, success(expected));
    let known = "no action has the key `desk/loose`; did you mean `desk/lose`?";
    assert_eq!(ended(&["show", "desk/loose"]), failure(2, known));
    let tool = ended(&["show", "desk"]);
    assert!(tool.out.starts_with("desk\n\nWork at a desk."), "{tool:?}");
}

#[test]
fn schemas_are_those_of_the_list() {
    let schema = json_of(&["schema", "--output", "json", "desk/lose"]);
    assert_eq!(
        schema,
        json!({"input": {"type": "object", "properties": {}, "additionalProperties": false}})
    );
    let all = json_of(&["schema", "--exposition", "flat"]);
    let listed = tools_list(&["--exposition", "flat"]);
    for tool in listed["tools"].as_array().unwrap() {
        let schemas = &all[tool["name"].as_str().unwrap()];
        assert_eq!(schemas["input"], tool["inputSchema"]);
        assert_eq!(schemas.get("output"), tool.get("outputSchema"));
    }
}

#[test]
fn tokens_are_those_of_the_preview() {
    let tokens = json_of(&["tokens", "--output", "json"]);
    let list = |exposition: &str, form: Value| {
        let lists = tokens["lists"].as_array().unwrap().iter();
        let mut lists =
            lists.filter(|list| list["exposition"] == exposition && list["form"] == form);
        lists.next().unwrap().clone()
    };
    for (exposition, form) in [
        ("grouped", json!("compact")),
        ("by-safety", json!("compact")),
        ("flat", Value::Null),
        ("search", Value::Null),
    ] {
        let preview = json_of(&["preview", "--output", "json", "--exposition", exposition]);
        let list = list(exposition, form);
        assert_eq!(list["total"], preview["total"], "{exposition}");
        assert_eq!(list["tools"], preview["tools"], "{exposition}");
    }
    let brief = list("grouped", json!("brief"));
    assert!(
        brief["total"]["tokens"].as_u64()
            < list("grouped", json!("workflow"))["total"]["tokens"].as_u64()
    );
    let keys = tokens["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["key"].as_str().unwrap());
    let keys: Vec<_> = keys.collect();
    assert_eq!(keys[..2], ["desk/echo", "desk/whose"]);
    assert_eq!(keys.len(), 8);
}

#[test]
fn lint_fails_on_the_rules_that_are_denied() {
    let lint = |words: &[&str]| ended(&[&["lint"], words].concat());
    let all = lint(&[]);
    assert_eq!(all.code, 0);
    assert!(
        all.out
            .lines()
            .any(|line| line.ends_with("[argument-docs]")),
        "{all:?}"
    );
    for (denied, code) in [
        ("all", 1),
        ("argument-docs", 1),
        ("tool-docs,argument-docs", 1),
        ("tool-docs", 0),
    ] {
        let found = lint(&["--deny", denied]);
        assert_eq!((found.code, found.out), (code, all.out.clone()), "{denied}");
    }
    let unknown = lint(&["--deny", "argument-doc"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown
            .err
            .contains("tip: a similar value exists: 'argument-docs'"),
        "{unknown:?}"
    );
    let findings = json_of(&["lint", "--output", "json"]);
    assert_eq!(
        findings["findings"].as_array().unwrap().len(),
        all.out.lines().count()
    );
}

#[test]
fn lint_reads_the_instructions_of_the_server() {
    let lint = |length: usize| -> Ended {
        let mut lint = command(&["lint", "--deny", "instructions-too-long"]);
        let lint = lint.env("COMMANDS_INSTRUCTIONS", "ä".repeat(length));
        lint.output().unwrap().into()
    };
    assert_eq!(lint(2_048).code, 0);
    let found = lint(2_049);
    assert_eq!(found.code, 1);
    assert_eq!(
        found.out.lines().last(),
        Some(
            "instructions: they have 2049 characters, and clients pass on 2048; shorten them: what concerns one tool belongs into its docs [instructions-too-long]"
        )
    );
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    for words in [&["tree"][..], &["--help"], &["completions", "bash"]] {
        let mut process = command(words).spawn().unwrap();
        drop(process.stdout.take());
        let ended: Ended = process.wait_with_output().unwrap().into();
        assert_eq!(ended.code, 0, "{words:?}: {ended:?}");
        assert!(ended.err.is_empty() || ended.err == super::END, "{ended:?}");
    }
}

#[test]
fn colours_are_only_where_they_are_wanted() {
    assert!(!ended(&["tree"]).out.contains('\u{1b}'));
    assert!(
        ended(&["tree", "--color", "always"])
            .out
            .contains("\u{1b}[1mdesk\u{1b}[0m")
    );
}

#[test]
fn the_help_of_the_program_takes_options_beside_it() {
    let help = ended(&["--help"]);
    assert_eq!(help.code, 0);
    for words in [
        &["--color", "never", "--help"][..],
        &["--output=json", "--help"],
    ] {
        assert_eq!(ended(words), help, "{words:?}");
    }
}
