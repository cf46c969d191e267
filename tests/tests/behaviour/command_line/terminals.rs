//! Calls on a terminal, which the program `script` provides.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
};

const CTRL_C: &str = "\u{3}";
const ESCAPE: &str = "\u{1b}";

/// The question of `desk/plan`, whose control characters are escaped.
const PLAN: &str = r"Plan\u{1b}[31m it?\u{7}";

/// Runs a command on a terminal of 80 columns, and returns its exit code and output. Each of `keys` is typed when the
/// text before it has appeared.
fn on_terminal(words: &str, keys: &[(&str, &str)]) -> (i32, String) {
    let line = format!(
        "stty cols 80 rows 24; exec {} {words}",
        env!("CARGO_BIN_EXE_commands")
    );
    let mut process = Command::new("timeout")
        .args(["60", "script", "-qec", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("FUSION_TOKEN")
        .env_remove("FUSION_COMPLETE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = process.stdin.take().unwrap();
    let mut stdout = process.stdout.take().unwrap();
    let (mut seen, mut from) = (Vec::new(), 0);
    for (text, key) in keys {
        let mut part = [0; 1024];
        while !String::from_utf8_lossy(&seen[from..]).contains(text) {
            let read = stdout.read(&mut part).unwrap();
            assert_ne!(
                read,
                0,
                "no {text:?} in {:?}",
                String::from_utf8_lossy(&seen)
            );
            seen.extend_from_slice(&part[..read]);
        }
        from = seen.len();
        stdin.write_all(key.as_bytes()).unwrap();
    }
    stdout.read_to_end(&mut seen).unwrap();
    let code = process.wait().unwrap().code().unwrap();
    (code, String::from_utf8(seen).unwrap())
}

#[test]
fn ctrl_c_at_a_question_cancels_the_call() {
    let (code, output) = on_terminal("call desk/plan", &[(PLAN, CTRL_C)]);
    assert_eq!(code, 130, "{output:?}");
    assert!(output.contains("commands: cancelled"), "{output:?}");
    assert!(!output.contains("Really?"), "{output:?}");
    assert!(!output.contains("planned"), "{output:?}");
}

#[test]
fn escape_closes_a_question_and_the_action_goes_on() {
    let (code, output) = on_terminal("call desk/plan", &[(PLAN, ESCAPE), ("Really?", ESCAPE)]);
    assert_eq!(code, 0, "{output:?}");
    // The control characters of the result are shown, its tab is written.
    assert!(
        output.contains("planned\\u{1b}[31m\tit\\u{7}"),
        "{output:?}"
    );
    // No bar stands where no progress was reported.
    assert!(!output.contains("0/0"), "{output:?}");
}

#[test]
fn an_error_is_broken_at_words() {
    let (code, output) = on_terminal("call desk/report now", &[]);
    assert_eq!(code, 2, "{output:?}");
    let lines: Vec<_> = output.lines().map(str::trim_end).collect();
    assert_eq!(
        lines[1..],
        [
            "commands: unexpected `now`: an argument is given as `--name value`; `call",
            "    desk/report --help` shows the arguments",
        ],
        "{output:?}"
    );
}
