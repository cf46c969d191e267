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
fn the_help_tells_everything() {
    let output = tracker(Path::new("."), &["-h"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "\
An issue tracker for agents: MCP tools over one database file

Usage: tracker [OPTIONS] [COMMAND]

Commands:
  stdio    Serve one client over standard input and output instead
  preview  Show how many bytes and tokens a model reads of each listed tool
  tree     Show all groups and actions

Options:
      --db <FILE>                The database file; created with a few example issues if it does not exist [default: tracker.db]
      --port <N>                 The port to serve HTTP on; 0 selects a free one [default: 8000]
      --exposition <EXPOSITION>  The exposition in which the tools are listed [default: grouped] [possible values: grouped, by-safety, flat]
      --profile <PROFILE>        The profile in which the schemas are published [default: portable] [possible values: portable, strict, open]
      --describe <DESCRIBE>      The form in which a tool with several actions is described [default: compact] [possible values: compact, brief, workflow, toon]
      --no-lane                  Answer each call through the SDK, to compare both ways
  -h, --help                     Print help (see more with '--help')
  -V, --version                  Print version
"
    );
}
