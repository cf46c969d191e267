//! The commands that add the server to a client, and remove it.

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};

use super::{Ended, command, empty_folder};

/// A command whose user has this home.
fn at_home(home: &Path, words: &[&str]) -> Command {
    let mut command = command(words);
    for name in [
        "XDG_CONFIG_HOME",
        "CODEX_HOME",
        "GEMINI_CLI_HOME",
        "COMMANDS_KEY",
    ] {
        command.env_remove(name);
    }
    command.env("HOME", home).current_dir(home);
    command
}

fn ended_at(home: &Path, words: &[&str]) -> Ended {
    at_home(home, words).output().unwrap().into()
}

fn json_file(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_entry_starts_this_program_with_its_options() {
    let home = empty_folder("install_stdio");
    let words = [
        "install",
        "cursor",
        "--owner",
        "ada",
        "--exposition",
        "flat",
    ];
    let shown = ended_at(&home, &[&words[..], &["--dry-run"]].concat());
    assert_eq!((shown.code, &*shown.err), (0, ""));
    assert!(shown.out.starts_with("--- /dev/null\n"), "{shown:?}");
    let file = home.join(".cursor/mcp.json");
    assert!(!file.exists());

    let installed = ended_at(&home, &words);
    let name = env!("CARGO_PKG_NAME");
    let text = format!(
        "`{name}` is added to Cursor; restart it, or start a new session\n  file    {}\n",
        file.display()
    );
    assert_eq!((installed.code, &*installed.out), (0, &*text));
    let entry = &json_file(&file)["mcpServers"][name];
    assert_eq!(entry["command"], env!("CARGO_BIN_EXE_commands"));
    assert_eq!(
        entry["args"],
        json!(["stdio", "--owner", "ada", "--exposition", "flat"])
    );
    let again = ended_at(&home, &words);
    assert_eq!(again.out, format!("Cursor has `{name}` already\n"));

    let removed = ended_at(&home, &["uninstall", "cursor"]);
    assert_eq!(removed.code, 0, "{removed:?}");
    assert!(!file.exists(), "the file was made by the installation");
}

#[test]
fn a_secret_option_is_no_word_of_the_entry() {
    let home = empty_folder("install_secret");
    let words = ["install", "gemini", "--name", "desk", "--key", "k-secret"];
    let installed = ended_at(&home, &words);
    assert_eq!(installed.code, 0, "{installed:?}");
    let text = fs::read_to_string(home.join(".gemini/settings.json")).unwrap();
    assert!(!text.contains("k-secret"), "{text}");
    let entry = &json_file(&home.join(".gemini/settings.json"))["mcpServers"]["desk"];
    assert_eq!(entry["args"], json!(["stdio"]));
    assert_eq!(entry["env"], json!({"COMMANDS_KEY": "${COMMANDS_KEY}"}));

    // Claude Desktop expands no variables, so the value stands in its file, and in no diff.
    let variable = |words: &[&str]| {
        let mut command = at_home(&home, words);
        Ended::from(command.env("COMMANDS_KEY", "k-secret").output().unwrap())
    };
    let shown = variable(&["install", "claude-desktop", "--dry-run"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(!shown.out.contains("k-secret"), "{shown:?}");
    assert_eq!(variable(&["install", "claude-desktop"]).code, 0);
}

#[test]
fn a_url_takes_headers_and_a_token_by_its_variable() {
    let home = empty_folder("install_url");
    let words = [
        "install",
        "vscode",
        "--name",
        "desk",
        "--url",
        "https://desk.example/mcp",
        "--header",
        "x-team=blue",
    ];
    assert_eq!(ended_at(&home, &words).code, 0);
    let servers = &json_file(&home.join(".config/Code/User/mcp.json"))["servers"];
    assert_eq!(
        servers["desk"],
        json!({"type": "http", "url": "https://desk.example/mcp", "headers": {"x-team": "blue"}})
    );
    let refused = ended_at(&home, &["install", "vscode", "--token-variable", "T"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    let refused = ended_at(
        &home,
        &[
            "install",
            "claude-desktop",
            "--url",
            "https://desk.example/mcp",
        ],
    );
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(
        refused.err.contains("does not connect to a URL"),
        "{refused:?}"
    );
}

#[test]
fn a_broken_file_is_refused_with_its_line() {
    let home = empty_folder("install_broken");
    fs::create_dir(home.join(".cursor")).unwrap();
    let file = home.join(".cursor/mcp.json");
    fs::write(&file, "{\n  \"mcpServers\": {\n").unwrap();
    for command in ["install", "uninstall"] {
        let refused = ended_at(&home, &[command, "cursor"]);
        assert_eq!((refused.code, &*refused.out), (1, ""));
        assert!(refused.err.contains("mcp.json:"), "{refused:?}");
        assert!(refused.err.contains("left untouched"), "{refused:?}");
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "{\n  \"mcpServers\": {\n"
    );
}
