//! The server over HTTP: address, requests, termination.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::tracker;

/// A tracker that serves HTTP; killed if a test does not end it.
pub(crate) struct Serving {
    process: Child,
    said: BufReader<ChildStderr>,
    /// Such as `127.0.0.1:8000`.
    pub(crate) address: String,
}

impl Serving {
    pub(crate) fn start(dir: &Path, arguments: &[&str]) -> Self {
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
            .strip_prefix("Issue tracker\n  serving   http://")
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
        let mut stream = self.send(method, json!({}), "");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        // Whether it comes as JSON or as one event is the SDK's choice.
        let (start, end) = (answer.find("{\"").unwrap(), answer.rfind('}').unwrap());
        serde_json::from_str(&answer[start..=end]).unwrap()
    }

    /// Sends a request of the stateless era, with further lines in its head; the answer is unread.
    pub(crate) fn send(&self, method: &str, mut params: Value, head: &str) -> TcpStream {
        let meta = &mut params["_meta"];
        meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{head}\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        stream
    }

    #[cfg(unix)]
    pub(crate) fn terminate(&mut self) {
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
    assert_eq!(names(&answer), ["tracker"]);
    assert!(dir.path().join("my.db").exists());
}

#[test]
fn http_lists_one_tool_an_action_where_that_is_asked_for() {
    let dir = TempDir::new().unwrap();
    let serving = Serving::start(dir.path(), &["--exposition", "flat", "--port", "0"]);
    assert_eq!(names(&serving.ask("tools/list")).len(), 21);
}

#[test]
fn the_explorer_is_where_the_start_tells() {
    let dir = TempDir::new().unwrap();
    let serving = Serving::start(dir.path(), &["--port", "0"]);
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    let head = format!(
        "GET / HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
        serving.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("<title>Explorer</title>"), "{page}");
}

#[test]
#[cfg(unix)]
fn a_server_tells_where_its_data_is_ends_when_asked_to_and_starts_anew_on_its_port() {
    let dir = TempDir::new().unwrap();
    let mut serving = Serving::start(dir.path(), &["--port", "0"]);
    serving.terminate();
    let mut rest = String::new();
    serving.said.read_to_string(&mut rest).unwrap();
    let facts: Vec<_> = rest.lines().take(2).collect();
    let explorer = format!("  explorer  http://{}/", serving.address);
    let db = fs::canonicalize(dir.path()).unwrap().join("tracker.db");
    assert_eq!(facts, [explorer, format!("  database  {}", db.display())]);

    let port = serving.address.rsplit(':').next().unwrap().to_owned();
    let again = Serving::start(dir.path(), &["--port", &port]);
    assert_eq!(again.address, serving.address);
    assert_eq!(names(&again.ask("tools/list")).len(), 1);
}

#[test]
#[cfg(unix)]
fn a_server_on_every_address_tells_one_that_opens_the_explorer() {
    let dir = TempDir::new().unwrap();
    let mut serving = Serving::start(dir.path(), &["--host", "0.0.0.0", "--port", "0"]);
    let port = serving.address.rsplit(':').next().unwrap().to_owned();
    serving.terminate();
    let mut rest = String::new();
    serving.said.read_to_string(&mut rest).unwrap();
    let explorer = format!("  explorer  http://127.0.0.1:{port}/");
    assert_eq!(rest.lines().next(), Some(explorer.as_str()));
}
