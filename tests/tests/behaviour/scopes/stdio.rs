//! The caller over the standard streams, who has every scope: the user who started the process.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use fusion_tests::wire::modern;
use serde_json::{Value, json};

#[test]
fn the_user_who_started_the_process_has_every_scope() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_scoped"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let params = json!({"name": "gate", "arguments": {"action": "open"}});
    let call = modern(1, "tools/call", params);
    // Dropping the input ends the server.
    let mut input = server.stdin.take().unwrap();
    input.write_all(format!("{call}\n").as_bytes()).unwrap();
    drop(input);
    let output = server.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "opened");
}
