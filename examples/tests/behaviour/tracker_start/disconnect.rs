//! Clients that disconnect without a message.

use std::{
    io::Write,
    process::Stdio,
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::tracker;

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

#[test]
fn a_client_that_reads_no_longer_ends_the_server() {
    let dir = TempDir::new().unwrap();
    let mut server = tracker(dir.path(), &["stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(server.stdout.take());
    let mut input = server.stdin.take().unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while server.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the server goes on for nobody");
        // Once the server has ended, this is not read either.
        let _ = writeln!(input, "{LIST}");
        sleep(Duration::from_millis(20));
    }
}
