//! Files that are refused: with their line, and untouched.

use std::fs;

use super::{
    ClientApp, InstallRequest, InstallScope, Sandbox, file_apps, plan_install, request, stdio,
};

/// The error of an install to a file with `bytes`, without the path, and the file afterwards.
fn refusal(app: ClientApp, bytes: &[u8]) -> String {
    let sandbox = Sandbox::new();
    let path = sandbox.put(app, bytes);
    let error = sandbox
        .plan(app, &stdio(Vec::new()))
        .unwrap_err()
        .to_string();
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    error.replace(&path.display().to_string(), "FILE")
}

const UNTOUCHED: &str = "the file was left untouched: correct this line, then repeat the command";

#[test]
fn broken_json_is_refused_with_its_line_and_column() {
    let cases = [
        ("{\n  \"a\": 1\n  \"b\": 2\n}", "FILE:2:9: expected comma"),
        (
            "{\n  \"\u{e4}\u{f6}\": nope\n}",
            "FILE:2:9: unexpected word",
        ),
        ("{\n  \"a\": [1,\n", "FILE:2:8: unterminated array"),
        ("{\r\n  \"a\": 1\r\n", "FILE:1:1: unterminated object"),
        (
            "{'a': 1}",
            "FILE:1:2: single-quoted strings are not allowed",
        ),
        (
            "{} {}",
            "FILE:1:4: text cannot contain more than one JSON value",
        ),
        ("\u{feff}{\n]", "FILE:2:1: unexpected token in object"),
    ];
    for app in file_apps().filter(|app| *app != ClientApp::Codex) {
        for (text, wanted) in cases {
            assert_eq!(
                refusal(app, text.as_bytes()),
                format!("{wanted}; {UNTOUCHED}"),
                "{text}"
            );
        }
    }
}

#[test]
fn broken_toml_is_refused_with_its_line_and_column() {
    let cases = [
        ("a = 1\nb = = 2\n", "FILE:2:5: extra `=`, expected nothing"),
        ("[mcp_servers.a]\nx = 1\nx = 2\n", "FILE:3:1: duplicate key"),
        ("\u{feff}a = [\n", "FILE:1:6: unclosed array, expected `]`"),
    ];
    for (text, wanted) in cases {
        assert_eq!(
            refusal(ClientApp::Codex, text.as_bytes()),
            format!("{wanted}; {UNTOUCHED}")
        );
    }
}

#[test]
fn a_section_that_is_no_table_is_refused() {
    let cases: [(ClientApp, &str, &str); 8] = [
        (
            ClientApp::Cursor,
            "{\n\"mcpServers\": []\n}",
            "FILE:2: `mcpServers` is a list",
        ),
        (
            ClientApp::Zed,
            "{\n\"context_servers\": null\n}",
            "FILE:2: `context_servers` is null",
        ),
        (ClientApp::Cursor, "\n[]", "FILE:2: the file is a list"),
        (ClientApp::Cursor, "\"x\"", "FILE:1: the file is a string"),
        (
            ClientApp::Cursor,
            "{\n\"mcpServers\": {\n\"tracker\": 1\n}}",
            "FILE:3: `mcpServers.tracker` is no object",
        ),
        (
            ClientApp::Codex,
            "x = 1\nmcp_servers = 'a'",
            "FILE:2: `mcp_servers` is a string",
        ),
        (
            ClientApp::Codex,
            "[[mcp_servers]]\n",
            "FILE:1: `mcp_servers` is a list of tables",
        ),
        (
            ClientApp::Codex,
            "[mcp_servers]\ntracker = [1]\n",
            "FILE:2: `mcp_servers.tracker` is a list",
        ),
    ];
    for (app, text, wanted) in cases {
        let wanted = format!(
            "{wanted}, not a table of servers; the file was left untouched: correct or remove it"
        );
        assert_eq!(refusal(app, text.as_bytes()), wanted);
    }
}

#[test]
fn keys_that_stand_twice_on_the_way_to_the_entry_are_refused() {
    let section = "{\n\"mcpServers\": {},\n\"mcpServers\": {}\n}";
    assert_eq!(
        refusal(ClientApp::Cursor, section.as_bytes()),
        "FILE:3: `mcpServers` stands on line 2 already, and clients read one of the two; the file was left untouched: \
         remove one"
    );
    let entry = "{\"mcpServers\": {\n\"tracker\": {},\n\n\"tracker\": {}\n}}";
    assert_eq!(
        refusal(ClientApp::Cursor, entry.as_bytes()),
        "FILE:4: `tracker` stands on line 2 already, and clients read one of the two; the file was left untouched: \
         remove one"
    );
}

#[test]
fn forms_of_toml_that_share_lines_are_refused() {
    let cases = [
        (
            "\nmcp_servers = { a = { command = 'b' } }\n",
            "in an inline table",
            2,
        ),
        (
            "mcp_servers.tracker.command = '/opt/tracker'\n",
            "with dotted keys",
            1,
        ),
        (
            "[mcp_servers]\ntracker.command = '/opt/tracker'\n",
            "with dotted keys",
            2,
        ),
    ];
    for (text, form, line) in cases {
        assert_eq!(
            refusal(ClientApp::Codex, text.as_bytes()),
            format!(
                "FILE:{line}: `mcp_servers.tracker` is written {form}, which cannot be changed without touching what \
                 surrounds it; write it as a table `[mcp_servers.tracker]` first"
            )
        );
    }
}

#[test]
fn other_encodings_are_refused() {
    let wanted = "the file is not UTF-8 and was left untouched; save it as UTF-8";
    for app in file_apps() {
        assert_eq!(refusal(app, b"\n\n\"\xe4\""), format!("FILE:3: {wanted}"));
        assert_eq!(refusal(app, b"\xff\xfe{\0}\0"), format!("FILE:1: {wanted}"));
    }
}

#[test]
fn names_that_some_client_refuses_are_refused_by_all() {
    for name in ["", "a b", "a.b", "\u{e4}", "a/b", &"x".repeat(65)] {
        let mut entry = stdio(Vec::new());
        name.clone_into(&mut entry.name);
        for app in ClientApp::ALL {
            let sandbox = Sandbox::new();
            let error = plan_install(&sandbox.place, &request(app, &entry)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "`{name}` cannot name a server; use 1 to 64 of the characters a-z, A-Z, 0-9, `-` and `_`"
                )
            );
        }
    }
}

#[test]
fn scopes_that_a_client_lacks_are_refused() {
    let sandbox = Sandbox::new();
    let entry = stdio(Vec::new());
    let cases = [
        (
            ClientApp::ClaudeDesktop,
            InstallScope::Project,
            "Claude Desktop",
            "project",
            "user",
        ),
        (
            ClientApp::Windsurf,
            InstallScope::Local,
            "Windsurf",
            "local",
            "user",
        ),
        (
            ClientApp::Cursor,
            InstallScope::Local,
            "Cursor",
            "local",
            "project",
        ),
    ];
    for (app, scope, title, key, instead) in cases {
        let request = InstallRequest {
            scope,
            ..request(app, &entry)
        };
        let error = plan_install(&sandbox.place, &request).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{title} keeps no entries of scope `{key}`; use `{instead}`")
        );
    }
}
