//! The audit log of the program, for each client and each way that the program ends.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::Stdio,
    thread::sleep,
    time::{Duration, Instant},
};

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use super::{http::Serving, tracker};

fn audit(dir: &Path) -> Vec<(String, String, String)> {
    let sql = Connection::open(dir.join("tracker.db")).unwrap();
    let mut rows = sql
        .prepare("SELECT who, action, outcome FROM calls ORDER BY id")
        .unwrap();
    let rows = rows.query_map([], |row| row.try_into()).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn row(who: &str, action: &str, outcome: &str) -> (String, String, String) {
    (who.to_owned(), action.to_owned(), outcome.to_owned())
}

#[test]
fn one_client_calls_in_the_name_that_the_program_was_started_with() {
    let dir = TempDir::new().unwrap();
    for name in [None, Some("ada"), Some(" ")] {
        let mut command = tracker(dir.path(), &["stdio"]);
        command.env_remove("TRACKER_USER");
        if let Some(name) = name {
            command.env("TRACKER_USER", name);
        }
        let mut server = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let params = json!({"name": "tracker", "arguments": {"action": "members.list"}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        }});
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        // The input ends at once; the calls still get responses, and are recorded.
        writeln!(server.stdin.take().unwrap(), "{request}").unwrap();
        let output = server.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let rows = ["local", "ada", "local"].map(|who| row(who, "members.list", "answered"));
    assert_eq!(audit(dir.path()), rows);
}

#[test]
#[cfg(unix)]
fn clients_over_http_call_in_the_name_that_they_say_and_all_is_written_at_the_end() {
    let dir = TempDir::new().unwrap();
    let mut serving = Serving::start(dir.path(), &["--port", "0"]);
    for head in ["X-Tracker-User: grace\r\n", ""] {
        let params = json!({"name": "tracker", "arguments": {"action": "labels.list"}});
        let head = format!("Mcp-Name: tracker\r\n{head}");
        let mut answer = String::new();
        let mut stream = serving.send("tools/call", params, &head);
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }
    serving.terminate();
    let rows = ["grace", "anonymous"].map(|who| row(who, "labels.list", "answered"));
    assert_eq!(audit(dir.path()), rows);
}

/// Starts an import of two hundred lines, and waits for its first progress notification.
fn importing(serving: &Serving) -> BufReader<TcpStream> {
    let text = "An issue\n".repeat(200);
    let arguments = json!({"action": "issues.import", "lines": text});
    let params = json!({"name": "tracker", "arguments": arguments, "_meta": {"progressToken": 1}});
    let stream = serving.send("tools/call", params, "Mcp-Name: tracker\r\n");
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains("notifications/progress") {
        line.clear();
        assert_ne!(stream.read_line(&mut line).unwrap(), 0, "the stream ended");
    }
    stream
}

#[test]
#[cfg(unix)]
fn a_call_that_runs_when_the_server_is_asked_to_end_is_answered_and_written_down() {
    let dir = TempDir::new().unwrap();
    let mut serving = Serving::start(dir.path(), &["--port", "0"]);
    let mut stream = importing(&serving);
    serving.terminate();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains(r#"\"opened\":200"#), "{rest}");
    let rows = [row("anonymous", "issues.import", "answered")];
    assert_eq!(audit(dir.path()), rows);
}

#[test]
fn a_call_whose_client_goes_away_is_cancelled_and_written_down() {
    let dir = TempDir::new().unwrap();
    let serving = Serving::start(dir.path(), &["--port", "0"]);
    drop(importing(&serving));
    let deadline = Instant::now() + Duration::from_secs(30);
    while audit(dir.path()).is_empty() {
        assert!(Instant::now() < deadline, "nothing was written down");
        sleep(Duration::from_millis(20));
    }
    let rows = [row("anonymous", "issues.import", "cancelled")];
    assert_eq!(audit(dir.path()), rows);
    let sql = Connection::open(dir.path().join("tracker.db")).unwrap();
    let issues: u64 = sql
        .query_row("SELECT count(*) FROM issues", [], |row| row.get(0))
        .unwrap();
    // Those that every tracker begins with.
    assert_eq!(issues, 6);
}
