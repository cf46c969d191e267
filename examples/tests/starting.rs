//! How the tracker starts, and how it refuses to: one clear line, and an exit code.
#![allow(missing_docs)]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, ChildStderr, Command, Output, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

fn tracker(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracker"));
    command
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}

fn start(db: &Path) -> Output {
    let db = db.to_str().unwrap();
    tracker(Path::new("."), &["stdio", "--db", db])
        .output()
        .unwrap()
}

#[test]
fn a_client_that_says_nothing_gets_nothing_and_the_file_is_there() {
    let dir = TempDir::new().unwrap();
    let db = dir.path().join("new.db");
    let output = start(&db);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"");
    assert_eq!(output.stderr, b"");
    assert!(db.exists());
}

#[test]
fn a_file_that_cannot_be_used_is_refused_in_one_line() {
    let dir = TempDir::new().unwrap();
    let garbage = dir.path().join("garbage.db");
    fs::write(&garbage, "this is not a database at all, not even nearly").unwrap();
    for db in [
        garbage,
        dir.path().to_owned(),
        dir.path().join("no/such/folder.db"),
    ] {
        let output = start(&db);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(output.stdout, b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("tracker: "), "{said}");
        assert!(said.contains(&format!("{db:?}")), "{said}");
    }
}

#[test]
fn options_may_stand_on_either_side_of_stdio_and_the_database_has_a_default() {
    for (arguments, file) in [
        (&["stdio"][..], "tracker.db"),
        (&["--db", "a.db", "stdio"], "a.db"),
        (&["stdio", "--db", "a.db"], "a.db"),
        (&["--exposition", "flat", "stdio", "--db", "a.db"], "a.db"),
        (&["--db", "a.db", "stdio", "--exposition", "flat"], "a.db"),
    ] {
        let dir = TempDir::new().unwrap();
        let output = tracker(dir.path(), arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        for db in ["tracker.db", "a.db"] {
            let made = dir.path().join(db).exists();
            assert_eq!(made, db == file, "{arguments:?}: {db}");
        }
    }
}

#[test]
fn the_help_tells_everything() {
    let output = tracker(Path::new("."), &["-h"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "\
An issue tracker for agents: MCP tools over one database file

Usage: tracker [OPTIONS] [COMMAND]

Commands:
  stdio  Serve one client over standard input and output instead

Options:
      --db <FILE>                The database file; created and filled with a few issues if there is none [default: tracker.db]
      --port <N>                 The port to serve HTTP on; 0 takes a free one [default: 8000]
      --exposition <EXPOSITION>  How the tools are listed [default: grouped] [possible values: grouped, flat]
  -h, --help                     Print help (see more with '--help')
  -V, --version                  Print version
"
    );
}

#[test]
fn a_busy_port_is_refused_in_one_line_before_a_file_is_made() {
    let dir = TempDir::new().unwrap();
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port().to_string();
    let output = tracker(dir.path(), &["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(output.stdout, b"");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!(
            "tracker: cannot listen on 127.0.0.1:{port}: address in use; \
             give another port with --port, or 0 for a free one\n"
        )
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// A tracker that serves HTTP; killed if a test does not end it.
struct Serving {
    process: Child,
    said: BufReader<ChildStderr>,
    /// Such as `127.0.0.1:8000`.
    address: String,
}

impl Serving {
    fn start(dir: &Path, arguments: &[&str]) -> Self {
        let mut process = tracker(dir, arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(process.stderr.take().unwrap());
        let mut lines = String::new();
        // The first two lines are the heading and the address.
        said.read_line(&mut lines).unwrap();
        said.read_line(&mut lines).unwrap();
        let address = lines
            .strip_prefix("Tracker\n  serving   http://")
            .and_then(|rest| rest.strip_suffix("/mcp\n"))
            .unwrap_or_else(|| panic!("{lines:?}"))
            .to_owned();
        Self {
            process,
            said,
            address,
        }
    }

    /// The answer to a request of the stateless era.
    fn ask(&self, method: &str) -> Value {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        }}})
        .to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        // Whether it comes as JSON or as one event is the SDK's choice.
        let (start, end) = (answer.find("{\"").unwrap(), answer.rfind('}').unwrap());
        serde_json::from_str(&answer[start..=end]).unwrap()
    }

    #[cfg(unix)]
    fn terminate(&mut self) {
        let pid = self.process.id().to_string();
        let killed = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(killed.success());
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn names(answer: &Value) -> Vec<&str> {
    let tools = answer["result"]["tools"].as_array();
    let tools = tools.unwrap_or_else(|| panic!("{answer}"));
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[test]
fn a_free_port_is_told_and_served() {
    let dir = TempDir::new().unwrap();
    let serving = Serving::start(dir.path(), &["--port", "0", "--db", "my.db"]);
    let answer = serving.ask("tools/list");
    assert_eq!(names(&answer), ["issues", "comments", "labels", "members"]);
    assert!(dir.path().join("my.db").exists());
}

#[test]
fn http_lists_one_tool_an_action_where_that_is_asked_for() {
    let dir = TempDir::new().unwrap();
    let serving = Serving::start(dir.path(), &["--exposition", "flat", "--port", "0"]);
    assert_eq!(names(&serving.ask("tools/list")).len(), 20);
}

#[test]
#[cfg(unix)]
fn a_server_tells_where_its_data_is_ends_when_asked_to_and_starts_anew_on_its_port() {
    let dir = TempDir::new().unwrap();
    let mut serving = Serving::start(dir.path(), &["--port", "0"]);
    serving.terminate();
    let mut rest = String::new();
    serving.said.read_to_string(&mut rest).unwrap();
    let first = rest.lines().next().unwrap();
    let db = fs::canonicalize(dir.path()).unwrap().join("tracker.db");
    assert_eq!(first, format!("  database  {}", db.display()));

    let port = serving.address.rsplit(':').next().unwrap().to_owned();
    let again = Serving::start(dir.path(), &["--port", &port]);
    assert_eq!(again.address, serving.address);
    assert_eq!(names(&again.ask("tools/list")).len(), 4);
}
