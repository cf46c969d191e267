//! The output of `tracker tree` and `tracker preview`, whole, in `golden/`.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Returns the output of the program, and checks that it leaves no file behind.
fn program_output(arguments: &[&str]) -> String {
    let dir = TempDir::new().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tracker"))
        .args(arguments)
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(
        fs::read_dir(dir.path()).unwrap().count(),
        0,
        "{arguments:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Compares with `golden/<name>.txt`, or writes it.
fn is_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
        .with_extension("txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    assert_eq!(text, golden, "{name}.txt; BLESS=1 writes it anew");
}

#[test]
fn the_tree_has_a_line_for_each_group_action_prompt_and_resource() {
    let tree = program_output(&["tree"]);
    assert_eq!(tree.lines().count(), 1 + 4 + 21 + 2, "{tree}");
    is_golden("tree", &tree);
}

#[test]
fn the_preview_says_what_a_model_reads_and_what_the_flat_list_costs() {
    is_golden("preview-grouped", &program_output(&["preview"]));
    is_golden(
        "preview-flat",
        &program_output(&["preview", "--exposition", "flat"]),
    );
}
