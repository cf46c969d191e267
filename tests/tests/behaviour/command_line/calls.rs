//! `call`: flags, JSON, results, errors, callers.

use serde_json::{Value, json};

use super::{Ended, ended, failure, success, with_input};

/// Calls `desk/echo`, and returns its result.
fn echoed(words: &[&str]) -> Value {
    read(&ended(
        &[&["call", "desk/echo", "--title", "x"], words].concat(),
    ))
}

fn read(ended: &Ended) -> Value {
    assert_eq!((ended.code, &*ended.err), (0, super::END), "{ended:?}");
    serde_json::from_str(&ended.out).unwrap()
}

/// The echo of a call with the title `x`, with some members replaced.
fn echo(changes: &Value) -> Value {
    let mut echo = json!({
        "title": "x", "count": 20, "ratio": null, "fast": false, "colour": null, "labels": [], "numbers": [],
        "papers": null, "output": null, "help": null, "json": null,
    });
    for (name, value) in changes.as_object().unwrap() {
        echo[name] = value.clone();
    }
    echo
}

#[test]
fn each_kind_of_argument_has_its_flag() {
    let words = [
        "--count=-5",
        "--ratio",
        "0.5",
        "--fast",
        "--colour",
        "blue",
        "--labels",
        "a",
        "--labels=b",
        "--numbers",
        "1",
        "--numbers",
        "2",
        "--papers.owner",
        "ada",
        "--papers.days",
        "3",
        "--papers.labels",
        "old",
    ];
    let expected = json!({
        "count": -5, "ratio": 0.5, "fast": true, "colour": "blue", "labels": ["a", "b"], "numbers": [1, 2],
        "papers": {"owner": "ada", "days": 3, "labels": ["old"]},
    });
    assert_eq!(echoed(&words), echo(&expected));
    let words = [
        "--fast=false",
        "--papers",
        r#"{"days": 1}"#,
        "--labels",
        r#"["a"]"#,
    ];
    let papers = json!({"owner": null, "days": 1, "labels": null});
    assert_eq!(
        echoed(&words),
        echo(&json!({"papers": papers, "labels": ["a"]}))
    );
    assert_eq!(echoed(&[]), echo(&json!({})));
}

#[test]
fn an_argument_may_have_the_name_of_an_option() {
    let words = ["--output", "a", "--help", "b", "--json", "c"];
    assert_eq!(
        echoed(&words),
        echo(&json!({"output": "a", "help": "b", "json": "c"}))
    );
    let words = [
        "call",
        "--output",
        "json",
        "--color=never",
        "desk/echo",
        "--title",
        "x",
        "--output",
        "y",
    ];
    let result = read(&ended(&words));
    assert_eq!(
        result["structuredContent"],
        Value::Null,
        "grouped tools have no output schema"
    );
    let text = result["content"][0]["text"].as_str().unwrap();
    let text: Value = serde_json::from_str(text).unwrap();
    assert_eq!(text, echo(&json!({"output": "y"})));
}

#[test]
fn all_arguments_may_be_json() {
    let whole = r#"{"title": "x", "count": 1}"#;
    let expected = echo(&json!({"count": 1, "fast": true}));
    let flags_too = with_input(&["call", "desk/echo", "-", "--fast"], whole);
    assert_eq!(read(&flags_too), expected);
    let empty = ended(&["call", "desk/whose", "--json", "{}"]);
    assert_eq!(empty, success("nobody nobody true\n"));
    assert_eq!(
        with_input(&["call", "desk/echo", "-"], "{"),
        failure(
            2,
            "standard input is no JSON: EOF while parsing an object at line 1 column 1; \
             `show desk/echo` shows the arguments"
        )
    );
}

#[test]
fn an_option_behind_the_key_is_told_its_place() {
    let wrong = ended(&["call", "desk/echo", "--title", "x", "--token", "y"]);
    let text = "the end\ncommands: `--token` is no argument of the action, but an option of the command: put it before \
                the key; `show desk/echo` shows the arguments\n";
    assert_eq!((wrong.code, &*wrong.err, &*wrong.out), (2, text, ""));
}

#[test]
fn the_server_checks_the_arguments_with_its_own_texts() {
    let wrong = ended(&[
        "call",
        "desk/echo",
        "--title",
        "x",
        "--count",
        "many",
        "--colour",
        "green",
        "--titel",
        "y",
    ]);
    let text = wrong.err.strip_prefix("the end\ncommands: ").unwrap();
    assert!(
        text.starts_with("Validation failed for desk/echo:\n"),
        "{text}"
    );
    for line in [
        "- count: expected integer, got \"many\"",
        "- titel: unknown field. Did you mean \"title\"?",
        "- colour: expected red|blue, got \"green\"",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}\n{text}");
    }
    assert_eq!((wrong.code, &*wrong.out), (1, ""));
}

#[test]
fn an_error_of_the_tool_is_exit_code_1() {
    assert_eq!(
        ended(&["call", "desk/lose"]),
        failure(1, "[desk/lose] the desk is locked")
    );
    let as_json = ended(&["call", "--output", "json", "desk/lose"]);
    assert_eq!((as_json.code, &*as_json.err), (1, super::END));
    let result: Value = serde_json::from_str(&as_json.out).unwrap();
    assert_eq!(result["isError"], true);
    assert_eq!(result["_meta"]["dev.fusion/error"]["code"], "locked");
}

#[test]
fn mistakes_of_the_caller_are_exit_code_2() {
    for (words, text) in [
        (
            &["call", "desk/loose"][..],
            "no action has the key `desk/loose`; did you mean `desk/lose`?",
        ),
        (
            &["call", "lose"],
            "no action has the key `lose`; did you mean `desk/lose`?",
        ),
        (
            &["call", "unlike/anything"],
            "no action has the key `unlike/anything`; `tree` shows all keys",
        ),
        (
            &["--exposition", "search", "call", "find"],
            "no action has the key `find`; it is a listed tool, and commands take the keys that `tree` shows",
        ),
        (
            &["--exposition", "search", "show", "find"],
            "no action has the key `find`; it is a listed tool, and commands take the keys that `tree` shows",
        ),
        (
            &["call", "desk/lose", "now"],
            "unexpected `now`: an argument is given as `--name value`; `call desk/lose --help` shows the arguments",
        ),
        (
            &["call", "desk/echo", "--title"],
            "`--title` needs a value; `show desk/echo` shows the arguments",
        ),
    ] {
        assert_eq!(ended(words), failure(2, text), "{words:?}");
    }
}

#[test]
fn a_caller_has_a_token_and_headers_as_over_http() {
    let whose = |words: &[&str]| ended(&[&["call"], words, &["desk/whose"]].concat());
    assert_eq!(whose(&[]), success("nobody nobody true\n"));
    assert_eq!(whose(&["--token", "ada"]), success("nobody ada true\n"));
    let header = "authorization=Bearer grace";
    assert_eq!(whose(&["--header", header]), success("nobody grace true\n"));
    assert_eq!(
        whose(&["--owner", "linus", "--token=a"]),
        success("linus a true\n")
    );

    assert_eq!(
        ended(&["call", "--token", "key", "desk/keep"]),
        success("kept\n")
    );
    let hidden = ended(&["call", "desk/keep"]);
    assert_eq!(hidden.code, 1, "{hidden:?}");
    assert!(hidden.err.contains("Unknown action \"keep\""), "{hidden:?}");
}

#[test]
fn nobody_is_asked_without_a_terminal() {
    let refused = ended(&["call", "desk/clear"]);
    assert_eq!((refused.code, &*refused.out), (1, ""), "{refused:?}");
    assert!(refused.err.contains("desk/clear"), "{refused:?}");
}

#[test]
fn progress_does_not_disturb_the_output() {
    assert_eq!(ended(&["call", "desk/report"]), success("reported\n"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_cancels_a_call() {
    use std::{
        io::{BufRead, BufReader, Read},
        process::Command,
    };

    let mut process = super::command(&["call", "desk/wait"]).spawn().unwrap();
    let mut err = BufReader::new(process.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    assert_eq!(line, "waiting\n");
    let id = process.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(130));
    assert_eq!(rest, "the end\ncommands: cancelled\n");
}

#[test]
fn the_help_of_an_action_has_its_flags() {
    let help = ended(&["call", "desk/report", "--help"]);
    assert_eq!(
        help,
        success(
            "\
Report progress, and return.

Usage: commands call desk/report [OPTIONS] [-]

Arguments:
  [-]  Read all arguments as JSON from standard input

Options:
      --json <JSON>  All arguments as a JSON object; flags replace its members
  -h, --help         Print this help
"
        )
    );
}
