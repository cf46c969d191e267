//! New entries in the layout of their files.

use super::{ClientApp, Sandbox, stdio};

fn windsurf(text: &str) -> String {
    Sandbox::new().installed(ClientApp::Windsurf, text, &stdio(Vec::new()))
}

#[test]
fn tabs_are_continued() {
    let before = "{\n\t\"mcpServers\": {\n\t\t\"a\": {}\n\t}\n}\n";
    let after = "{\n\t\"mcpServers\": {\n\t\t\"a\": {},\n\t\t\"tracker\": {\n\t\t\t\"command\": \"/opt/tracker\",\n\
                 \t\t\t\"args\": [\"stdio\"]\n\t\t}\n\t}\n}\n";
    assert_eq!(windsurf(before), after);
}

#[test]
fn three_spaces_and_carriage_returns_are_continued() {
    let before = "{\r\n   \"theme\": 1\r\n}";
    let after = "{\r\n   \"theme\": 1,\r\n   \"mcpServers\": {\r\n      \"tracker\": {\r\n         \"command\": \
                 \"/opt/tracker\",\r\n         \"args\": [\"stdio\"]\r\n      }\r\n   }\r\n}";
    assert_eq!(windsurf(before), after);
}

#[test]
fn one_line_stays_one_line() {
    let before = r#"{"mcpServers": {"a": {"command": "b"}}, "z": 1}"#;
    let after = r#"{"mcpServers": {"a": {"command": "b"}, "tracker": {"command": "/opt/tracker", "args": ["stdio"]}}, "z": 1}"#;
    assert_eq!(windsurf(before), after);
    let before = r#"{"mcpServers":{"a":{"command":"b"}},"z":1}"#;
    let after = r#"{"mcpServers":{"a":{"command":"b"},"tracker":{"command":"/opt/tracker","args":["stdio"]}},"z":1}"#;
    assert_eq!(windsurf(before), after);
}

#[test]
fn a_trailing_comma_is_kept_and_given() {
    let before = "{\n  \"mcpServers\": {\n    \"a\": {}, // why\n    // end\n  },\n}\n";
    let after = "{\n  \"mcpServers\": {\n    \"a\": {}, // why\n    \"tracker\": {\n      \"command\": \
                 \"/opt/tracker\",\n      \"args\": [\"stdio\"]\n    },\n    // end\n  },\n}\n";
    assert_eq!(windsurf(before), after);
}

#[test]
fn a_comment_stays_with_the_member_before_it() {
    let before = "{\n  \"mcpServers\": {\n    \"a\": {} // why\n    // end\n  }\n}\n";
    let after = "{\n  \"mcpServers\": {\n    \"a\": {}, // why\n    \"tracker\": {\n      \"command\": \
                 \"/opt/tracker\",\n      \"args\": [\"stdio\"]\n    }\n    // end\n  }\n}\n";
    assert_eq!(windsurf(before), after);
}

#[test]
fn an_empty_section_opens() {
    let before = "{\n    \"a\": 1,\n    \"mcpServers\": {}\n}\n";
    let after = "{\n    \"a\": 1,\n    \"mcpServers\": {\n        \"tracker\": {\n            \"command\": \
                 \"/opt/tracker\",\n            \"args\": [\"stdio\"]\n        }\n    }\n}\n";
    assert_eq!(windsurf(before), after);
}

#[test]
fn text_is_escaped() {
    let mut entry = stdio(Vec::new());
    entry.launch = super::ServerLaunch::Stdio {
        command: String::from(r"C:\Tools\tracker.exe"),
        args: vec![String::from("say \"hi\"\n"), String::new()],
        env: vec![super::EntrySetting::plain("A B", "\u{1}")],
    };
    let json =
        Sandbox::new().installed(ClientApp::Windsurf, r#"{"mcpServers": {"a": {}}}"#, &entry);
    let wanted = r#"{"mcpServers": {"a": {}, "tracker": {"command": "C:\\Tools\\tracker.exe", "args": ["say \"hi\"\n", ""], "env": {"A B": "\u0001"}}}}"#;
    assert_eq!(json, wanted);
    let toml = Sandbox::new().installed(ClientApp::Codex, "", &entry);
    let read = super::tables::meaning(&toml);
    assert_eq!(
        read["mcp_servers"]["tracker"]["command"],
        r"C:\Tools\tracker.exe"
    );
    assert_eq!(read["mcp_servers"]["tracker"]["env"]["A B"], "\u{1}");
}
