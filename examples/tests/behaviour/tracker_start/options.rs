//! Command line options and the errors for wrong ones.

use std::path::Path;

use tempfile::TempDir;

use super::tracker;

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
fn the_help_has_the_options_of_the_tracker_beside_those_of_every_server() {
    let output = tracker(Path::new("."), &["-h"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(
        help.starts_with("An issue tracker for agents: MCP tools over one database file\n"),
        "{help}"
    );
    for option in [
        "--db <FILE>",
        "--describe <DESCRIBE>",
        "--no-lane",
        "--port <N>",
    ] {
        assert!(help.contains(option), "{option}\n{help}");
    }
}
