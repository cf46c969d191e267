//! The program `client` works in a tracker that runs.

use std::process::{Command, Output};

use tempfile::TempDir;

use super::tracker_start::http::Serving;

fn client(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_client"));
    command.args(arguments).output().unwrap()
}

const WORK: &str = "\
opened: The export drops the last line
not assigned: no_such_member; list the members to see their names
assigned: grace
newest of 5 open issues: The export drops the last line
commented: Done in the writer.
closed, with 1 comment
";

#[test]
fn a_program_works_in_a_running_tracker_whatever_its_exposition() {
    for exposition in ["grouped", "by-safety", "flat"] {
        let dir = TempDir::new().unwrap();
        let serving = Serving::start(dir.path(), &["--exposition", exposition, "--port", "0"]);
        let output = client(&[&format!("http://{}/mcp", serving.address)]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, "", "{exposition}");
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            WORK,
            "{exposition}"
        );
        assert!(output.status.success(), "{exposition}");
    }
}

#[test]
fn without_a_url_the_program_says_how_to_give_one() {
    let output = client(&[]);
    let text = "client: give the URL of a tracker, such as http://127.0.0.1:8000/mcp\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), text);
    assert_eq!(output.status.code(), Some(1));
}
