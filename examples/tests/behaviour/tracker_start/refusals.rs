//! Standard output and error of a server that starts, and of one that cannot.

use std::{fs, net::TcpListener, path::Path, process::Output};

use tempfile::TempDir;

use super::tracker;

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
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert_eq!(output.stdout, b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("tracker: "), "{said}");
        assert!(said.contains(&format!("{db:?}")), "{said}");
    }
}

#[test]
fn a_busy_port_is_refused_in_one_line_before_a_file_is_made() {
    let dir = TempDir::new().unwrap();
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port().to_string();
    let output = tracker(dir.path(), &["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
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
