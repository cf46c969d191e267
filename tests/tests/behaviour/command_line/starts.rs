//! The start of a server: its options, its address, and failures.

use std::{
    io::{BufRead, BufReader, Read},
    net::TcpListener,
};

use super::{Ended, command, ended, success};

fn failed(code: i32, err: &str) -> Ended {
    Ended {
        code,
        out: String::new(),
        err: format!("commands: {err}\n"),
    }
}

#[test]
fn a_server_that_cannot_start_is_exit_code_3_with_its_sources() {
    let broken = failed(3, "the desk cannot be set up: no such desk");
    for words in [
        &["tree"][..],
        &["call", "desk/lose"],
        &["--port", "0"],
        &["stdio"],
    ] {
        assert_eq!(ended(&[&["--broken"], words].concat()), broken, "{words:?}");
    }
}

#[test]
fn a_port_in_use_is_told_before_the_server_is_built() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port().to_string();
    let text = format!(
        "cannot listen on 127.0.0.1:{port}: address in use; give another port with --port, or 0 for a free one"
    );
    assert_eq!(
        ended(&["serve", "--broken", "--port", &port]),
        failed(3, &text)
    );
}

#[test]
fn options_stand_on_either_side_of_a_command_and_may_come_from_the_environment() {
    let expected = success("ada nobody true\n");
    assert_eq!(ended(&["--owner", "ada", "call", "desk/whose"]), expected);
    assert_eq!(ended(&["call", "--owner=ada", "desk/whose"]), expected);
    let from_environment = command(&["call", "desk/whose"])
        .env("COMMANDS_OWNER", "ada")
        .output();
    assert_eq!(Ended::from(from_environment.unwrap()), expected);
}

#[test]
fn an_option_with_a_name_of_the_framework_is_exit_code_2() {
    let expected = failed(
        2,
        "the option `--output` of the server is reserved for the framework; rename it: `#[arg(long = \"…\")]`",
    );
    for words in [&["tree"][..], &["--help"], &[]] {
        let output = command(words).env("RESERVED", "1").output().unwrap();
        assert_eq!(Ended::from(output), expected, "{words:?}");
    }
}

#[test]
fn a_required_option_stands_on_either_side_of_a_command_that_needs_it() {
    let ended = |words: &[&str]| {
        let output = command(words).env("REQUIRED", "1").output();
        Ended::from(output.unwrap())
    };
    let expected = success("ada nobody true\n");
    for words in [
        &["--desk", "ada", "call", "desk/whose"][..],
        &["call", "--desk=ada", "desk/whose"],
    ] {
        assert_eq!(ended(words), expected, "{words:?}");
    }
    for words in [&["completions", "bash"][..], &["--help"], &["--version"]] {
        assert_eq!(ended(words).code, 0, "{words:?}");
    }
    for words in [
        &["tree"][..],
        &["call", "desk/whose"],
        &["--port", "0"],
        &[],
    ] {
        let missing = ended(words);
        assert_eq!((missing.code, &*missing.out), (2, ""), "{words:?}");
        assert!(missing.err.contains("--desk <DESK>"), "{missing:?}");
    }
}

#[test]
fn mistakes_in_options_are_exit_code_2_and_help_builds_no_server() {
    for words in [
        &["tree", "--port", "1"][..],
        &["--nonsense"],
        &["lits"],
        &["call"],
        &["show"],
    ] {
        let ended = ended(words);
        assert_eq!((ended.code, &*ended.out), (2, ""), "{words:?}");
        assert!(ended.err.starts_with("error: "), "{ended:?}");
    }
    for words in [
        &["--help"][..],
        &["-h"],
        &["--owner", "ada", "--help"],
        &["call", "--help"],
        &["tree", "-h"],
        &["--version"],
    ] {
        let ended = ended(&[words, &["--broken"]].concat());
        assert_eq!((ended.code, &*ended.err), (0, ""), "{words:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_server_prints_its_address_and_how_another_is_started() {
    use std::process::Command;

    let words = [
        "--owner",
        "ada",
        "serve",
        "--port",
        "0",
        "--exposition",
        "flat",
    ];
    let mut process = command(&words).spawn().unwrap();
    let mut err = BufReader::new(process.stderr.take().unwrap());
    let mut lines = String::new();
    while !lines.contains("tools/list") {
        assert_ne!(err.read_line(&mut lines).unwrap(), 0, "{lines}");
    }
    let url = lines
        .strip_prefix("fusion-tests\n  serving  http://127.0.0.1:")
        .unwrap();
    assert_eq!(url.lines().nth(1), Some("  owner    ada"));
    assert!(
        lines.contains(r#""args": ["stdio", "--owner", "ada", "--exposition", "flat"]"#),
        "{lines}"
    );
    let id = process.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    assert!(process.wait().unwrap().success());
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, super::END);
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_server_that_is_still_being_built() {
    use std::{os::unix::process::ExitStatusExt, process::Command};

    for words in [&["serve", "--port", "0"][..], &["stdio"]] {
        let mut process = command(words).env("COMMANDS_SLOW", "1").spawn().unwrap();
        let mut err = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        err.read_line(&mut line).unwrap();
        assert_eq!(line, "waiting for a database\n");
        let id = process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.unwrap().success());
        assert_eq!(process.wait().unwrap().signal(), Some(15), "{words:?}");
    }
}
