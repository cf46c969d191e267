//! Uninstalls where no backup leads back to the bytes from before.

use std::fs;

use super::{ClientApp, EntrySetting, Sandbox, http, plan_uninstall, request, stdio};

/// A text after the removal of the entry, without any backup.
fn removed(app: ClientApp, text: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.put(app, text);
    let after = sandbox.uninstall(app, &stdio(Vec::new())).unwrap();
    String::from_utf8(after).unwrap()
}

const ENTRY: &str = "\"tracker\": { \"command\": \"/elsewhere/tracker\" }";

#[test]
fn an_entry_goes_with_its_line_and_one_comma() {
    let cases = [
        (
            "{\n  \"servers\": {\n    ENTRY,\n    \"b\": {}\n  }\n}",
            "{\n  \"servers\": {\n    \"b\": {}\n  }\n}",
        ),
        (
            "{\n  \"servers\": {\n    \"a\": {}, // x\n    // y\n    ENTRY // z\n  }\n}",
            "{\n  \"servers\": {\n    \"a\": {} // x\n    // y // z\n  }\n}",
        ),
        (
            "{\r\n  \"servers\": {\r\n    \"a\": {},\r\n    ENTRY\r\n  }\r\n}",
            "{\r\n  \"servers\": {\r\n    \"a\": {}\r\n  }\r\n}",
        ),
        (
            "{\n  \"servers\": {\n    \"a\": {},\n    ENTRY, // z\n    \"b\": {},\n  }\n}",
            "{\n  \"servers\": {\n    \"a\": {},\n    // z\n    \"b\": {},\n  }\n}",
        ),
        (
            "{\"servers\": {\"a\": {}, ENTRY, \"b\": {}}}",
            "{\"servers\": {\"a\": {}, \"b\": {}}}",
        ),
        (
            "{\"servers\": {\"a\": {}, ENTRY}}",
            "{\"servers\": {\"a\": {}}}",
        ),
        ("{\"servers\":{ENTRY,\"a\":{}}}", "{\"servers\":{\"a\":{}}}"),
        (
            "{\"servers\": {\"a\": {}, ENTRY,}}",
            "{\"servers\": {\"a\": {},}}",
        ),
        (
            "{ \"servers\": { ENTRY }, \"a\": 1 }",
            "{ \"servers\": {}, \"a\": 1 }",
        ),
        ("{\"servers\": {\n  ENTRY,\n}}", "{\"servers\": {}}"),
        (
            "{\"servers\": {\n  // why\n  ENTRY\n}}",
            "{\"servers\": {\n  // why\n}}",
        ),
    ];
    for (text, wanted) in cases {
        for app in [ClientApp::VsCode, ClientApp::Cursor, ClientApp::Zed] {
            let of = |text: &str| {
                text.replace("ENTRY", ENTRY)
                    .replace("servers", app.section())
            };
            assert_eq!(removed(app, &of(text)), of(wanted), "{text}");
        }
    }
}

#[test]
fn a_table_goes_with_its_lines() {
    let cases = [
        ("a = 1\n\nTABLE", "a = 1\n"),
        ("TABLE\n[b]\nc = 1", "[b]\nc = 1"),
        (
            "a = 1\n\n# why\nTABLE# end\n\n[b]\n",
            "a = 1\n\n# why\n# end\n\n[b]\n",
        ),
        ("[a]\n\nTABLE\n[b]\n", "[a]\n\n[b]\n"),
        (
            "[mcp_servers]\na = {}\ntracker = { command = 'tracker' } # x\n",
            "[mcp_servers]\na = {}\n",
        ),
    ];
    let table = "[mcp_servers.tracker]\ncommand = 'tracker' # c\n\n[mcp_servers.tracker.env]\nA = '1'\nB.C = '2'\n";
    for (text, wanted) in cases {
        let text = text.replace("TABLE", table);
        assert_eq!(removed(ClientApp::Codex, &text), wanted, "{text}");
        let crlf = removed(ClientApp::Codex, &text.replace('\n', "\r\n"));
        assert_eq!(crlf, wanted.replace('\n', "\r\n"), "{text}");
    }
}

#[test]
fn other_changes_since_the_install_stay() {
    let sandbox = Sandbox::new();
    let app = ClientApp::Windsurf;
    let path = sandbox.put(app, "{\n  \"mcpServers\": {}\n}\n");
    let entry = stdio(Vec::new());
    let text = String::from_utf8(sandbox.install(app, &entry)).unwrap();
    fs::write(
        &path,
        text.replace("{\n  \"mcp", "{\n  \"theme\": 1,\n  \"mcp"),
    )
    .unwrap();
    let after = sandbox.uninstall(app, &entry).unwrap();
    assert_eq!(
        String::from_utf8(after).unwrap(),
        "{\n  \"theme\": 1,\n  \"mcpServers\": {}\n}\n"
    );
}

#[test]
fn uninstall_after_several_installs_leads_back_to_the_first() {
    let sandbox = Sandbox::new();
    let app = ClientApp::Gemini;
    let before = "{ \"ui\": {} }";
    sandbox.put(app, before);
    sandbox.install(app, &stdio(Vec::new()));
    sandbox.install(app, &stdio(vec![EntrySetting::plain("LEVEL", "info")]));
    let after = sandbox.uninstall(app, &stdio(Vec::new())).unwrap();
    assert_eq!(String::from_utf8(after).unwrap(), before);
}

#[test]
fn inputs_go_unless_another_server_uses_them() {
    let sandbox = Sandbox::new();
    let app = ClientApp::VsCode;
    let entry = http(vec![EntrySetting::bearer("TRACKER_TOKEN", None)]);
    let text = String::from_utf8(sandbox.install(app, &entry)).unwrap();
    let path = sandbox.put(
        app,
        text.replace("\n  \"servers\"", "\n  \"a\": 1,\n  \"servers\""),
    );
    let after = sandbox.uninstall(app, &entry).unwrap();
    let wanted = "{\n  \"a\": 1,\n  \"servers\": {},\n  \"inputs\": []\n}\n";
    assert_eq!(String::from_utf8(after).unwrap(), wanted);

    let used = text.replace(
        "\n  \"servers\"",
        "\n  \"a\": \"${input:tracker-TRACKER_TOKEN}\",\n  \"servers\"",
    );
    fs::write(&path, &used).unwrap();
    let after = String::from_utf8(sandbox.uninstall(app, &entry).unwrap()).unwrap();
    assert!(
        after.contains("\"id\": \"tracker-TRACKER_TOKEN\""),
        "{after}"
    );
    assert!(!after.contains("tracker.example"), "{after}");
}

#[test]
fn the_command_that_uninstalls_need_not_know_the_settings() {
    let sandbox = Sandbox::new();
    let app = ClientApp::ClaudeDesktop;
    let secret = EntrySetting::secret("TRACKER_TOKEN", Some(String::from("hunter2")));
    sandbox.install(app, &stdio(vec![secret]));
    let entry = stdio(vec![EntrySetting::secret("TRACKER_TOKEN", None)]);
    let change = plan_uninstall(&sandbox.place, &request(app, &entry)).unwrap();
    change.write().unwrap();
    assert!(!sandbox.file(app).exists());
}
