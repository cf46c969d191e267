//! `tracker pack`: the three files, written in the folder of a crate that has a program `tracker`.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The tracker's own crate has no author and no repository, as it is not published.
const MANIFEST: &str = r#"
[package]
name = "tracker-mcp"
version = "0.1.0"
edition = "2024"
repository = "https://github.com/ada/tracker-mcp"

[[bin]]
name = "tracker"
path = "tracker.rs"

[workspace]
"#;

fn crate_folder() -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("Cargo.toml"), MANIFEST).unwrap();
    let program = "fn main() { println!(\"built\"); }\n";
    fs::write(dir.path().join("tracker.rs"), program).unwrap();
    dir
}

/// Returns the exit code and both outputs of a program in a folder.
fn run(dir: &Path, words: &[&str]) -> (i32, String, String) {
    let output = Command::new(words[0])
        .args(&words[1..])
        .current_dir(dir)
        .env_remove("CARGO_TARGET_DIR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

fn tracker(dir: &Path, words: &[&str]) -> (i32, String, String) {
    let program = [env!("CARGO_BIN_EXE_tracker")];
    run(dir, &[&program, words].concat())
}

/// Returns the commands of the steps `RUN`.
fn run_steps(dockerfile: &str) -> Vec<String> {
    let joined = dockerfile.replace("\\\n", " ");
    let steps = joined.lines().filter_map(|line| line.strip_prefix("RUN "));
    steps.map(str::to_owned).collect()
}

#[test]
fn the_steps_of_the_dockerfile_build_the_program_from_the_sources_alone() {
    let dir = crate_folder();
    let (code, out, err) = tracker(dir.path(), &["pack", "dockerfile"]);
    assert_eq!((code, &*err), (0, ""), "{out}");
    let dockerfile = fs::read_to_string(dir.path().join("Dockerfile")).unwrap();
    let steps = run_steps(&dockerfile);
    assert_eq!(steps.len(), 1, "{dockerfile}");
    // An image is built from a copy of the sources.
    let copy = crate_folder();
    for step in &steps {
        let (code, out, err) = run(copy.path(), &["sh", "-c", step]);
        assert_eq!(code, 0, "{step}\n{out}{err}");
    }
    let built = copy.path().join("image/tracker");
    let ended = run(copy.path(), &[built.to_str().unwrap()]);
    assert_eq!(ended, (0, "built\n".to_owned(), String::new()));
    assert!(copy.path().join("image/data").is_dir());
    for line in [
        "USER 10001:10001",
        "EXPOSE 8000",
        r#"ENTRYPOINT ["/usr/local/bin/tracker"]"#,
        r#"CMD ["serve","--host","0.0.0.0","--port","8000"]"#,
    ] {
        assert!(
            dockerfile.lines().any(|written| written == line),
            "{line}\n{dockerfile}"
        );
    }
    assert!(
        dockerfile.contains("HEALTHCHECK CMD [\"bash\""),
        "{dockerfile}"
    );
}

#[test]
fn a_bundle_is_listed_in_the_entry_by_its_hash() {
    let dir = crate_folder();
    let (code, out, err) = tracker(dir.path(), &["pack", "mcpb", "--output", "json"]);
    assert_eq!((code, &*err), (0, ""));
    let written: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(written["path"], "tracker.mcpb");
    let words = ["pack", "server-json", "--bundle", "tracker.mcpb"];
    let (code, _, err) = tracker(dir.path(), &words);
    assert_eq!((code, &*err), (0, ""));
    let entry = fs::read_to_string(dir.path().join("server.json")).unwrap();
    let entry: Value = serde_json::from_str(&entry).unwrap();
    assert_eq!(
        entry["packages"],
        json!([{
            "registryType": "mcpb",
            "identifier": "https://github.com/ada/tracker-mcp/releases/download/v0.1.0/tracker.mcpb",
            "fileSha256": written["sha256"],
            "transport": {"type": "stdio"},
        }])
    );
    let (code, out, err) = tracker(dir.path(), &words);
    assert_eq!((code, &*out), (2, ""));
    assert_eq!(
        err,
        "tracker: `server.json` exists; give another path with --out, or --force to replace it\n"
    );
    let (code, _, err) = tracker(dir.path(), &[&words[..], &["--force"]].concat());
    assert_eq!((code, &*err), (0, ""));
}

#[test]
fn without_a_crate_the_error_names_the_place_and_the_way_out() {
    let dir = TempDir::new().unwrap();
    let here = dir.path().canonicalize().unwrap();
    let here = here.display();
    let no_crate = format!(
        "cargo finds no crate here (could not find `Cargo.toml` in `{here}` or any parent directory); run this in the \
         folder of the crate"
    );
    for (words, purpose) in [
        ("mcpb", "the author of a bundle comes from Cargo.toml, but "),
        (
            "dockerfile",
            "a container image comes from Cargo.toml, but ",
        ),
    ] {
        let expected = (2, String::new(), format!("tracker: {purpose}{no_crate}\n"));
        assert_eq!(tracker(dir.path(), &["pack", words]), expected);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn the_help_fits_into_80_columns() {
    let output = Command::new(env!("CARGO_BIN_EXE_tracker"))
        .args(["pack", "--help"])
        .env("COLUMNS", "80")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.contains("--bundle-url <URL>"), "{help}");
    for line in help.lines() {
        assert!(line.chars().count() <= 80, "{line}\n{help}");
    }
}
