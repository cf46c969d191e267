//! The completion of shells.

use super::{command, ended};

/// The completions of the last word, as fish reads them, without their descriptions.
fn completed(words: &[&str]) -> Vec<String> {
    let mut command = command(&["--", "commands"]);
    let output = command
        .args(words)
        .env("FUSION_COMPLETE", "fish")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines
        .lines()
        .map(|line| line.split('\t').next().unwrap().to_owned());
    lines.collect()
}

#[test]
fn commands_keys_flags_and_values_are_completed() {
    assert_eq!(completed(&["l"]), ["list", "lint", "lock"]);
    assert_eq!(completed(&["call", "desk/l"]), ["desk/lose"]);
    assert_eq!(
        completed(&["--owner", "ada", "call", "--output", "json", "desk/w"]),
        ["desk/whose", "desk/wait"]
    );
    assert_eq!(
        completed(&["call", "desk/echo", "--co"]),
        ["--colour", "--count"]
    );
    assert_eq!(
        completed(&["call", "desk/echo", "--papers.o"]),
        ["--papers.owner"]
    );
    assert_eq!(
        completed(&["call", "desk/echo", "--colour", ""]),
        ["red", "blue"]
    );
    assert_eq!(completed(&["show", "desk/ke"]), ["desk/keep"]);
    assert_eq!(completed(&["--exposition", "f"]), ["flat"]);
    assert_eq!(
        completed(&["--broken", "call", "desk/"]),
        Vec::<String>::new()
    );
}

/// The completions of the word at an index, as bash reads them from the words that it divides at `=`.
fn completed_in_bash(words: &[&str], index: usize) -> Vec<String> {
    let mut command = command(&["--", "commands"]);
    let output = command
        .args(words)
        .env("FUSION_COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", index.to_string())
        .env("_CLAP_IFS", "\n")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(str::to_owned).collect()
}

#[test]
fn a_value_behind_the_sign_is_completed_in_bash() {
    let words = ["call", "desk/echo", "--colour", "=", "b"];
    assert_eq!(completed_in_bash(&words, 5), ["blue"]);
    let whole = ["call", "desk/echo", "--colour=b"];
    assert_eq!(completed_in_bash(&whole, 3), ["--colour=blue"]);
    let before = [
        "--owner", "=", "ada", "call", "--output", "=", "json", "desk/w",
    ];
    assert_eq!(completed_in_bash(&before, 8), ["desk/whose", "desk/wait"]);
    let apart = ["call", "desk/echo", "--colour", "b"];
    assert_eq!(completed_in_bash(&apart, 4), ["blue"]);
}

#[test]
fn classes_and_rules_are_completed() {
    assert_eq!(completed(&["diff", "--deny", "br"]), ["breaking"]);
    assert_eq!(completed(&["diff", "--deny", "al"]), ["all"]);
    assert_eq!(
        completed(&["lint", "--deny", "argument-d"]),
        ["argument-docs"]
    );
}

#[test]
fn each_shell_has_a_script_for_which_no_server_is_built() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ended(&["completions", shell]);
        assert_eq!((script.code, &*script.err), (0, ""), "{shell}");
        assert!(
            script.out.contains("FUSION_COMPLETE") && script.out.contains("commands"),
            "{script:?}"
        );
    }
    let unknown = ended(&["completions", "tcsh"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
}
