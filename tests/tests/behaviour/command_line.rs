//! The command line of a server, as processes: `src/bin/commands.rs` is the server.

mod calls;
mod completions;
mod evals;
mod installs;
mod listings;
mod locks;
mod starts;
#[cfg(target_os = "linux")]
mod terminals;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The lines that the server writes at its end.
const END: &str = "the end\n";

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_commands"));
    command
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in [
        "RESERVED",
        "COMMANDS_INSTRUCTIONS",
        "COMMANDS_KEY",
        "COMMANDS_OWNER",
        "FUSION_TOKEN",
        "FUSION_COMPLETE",
    ] {
        command.env_remove(name);
    }
    command
}

/// Returns an empty folder for one test.
fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("command_line")
        .join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The end of a process.
#[derive(Debug, PartialEq)]
struct Ended {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn ended(words: &[&str]) -> Ended {
    command(words).output().unwrap().into()
}

fn with_input(words: &[&str], input: &str) -> Ended {
    let mut process = command(words).stdin(Stdio::piped()).spawn().unwrap();
    process
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    process.wait_with_output().unwrap().into()
}

/// A success that prints `out`.
fn success(out: &str) -> Ended {
    Ended {
        code: 0,
        out: out.to_owned(),
        err: END.to_owned(),
    }
}

/// A failure after the server was built.
fn failure(code: i32, err: &str) -> Ended {
    Ended {
        code,
        out: String::new(),
        err: format!("{END}commands: {err}\n"),
    }
}
