//! The shape of an entry in a new file of each client.

use std::fs;

use super::{
    ClientApp, EntrySetting, InstallError, InstallRequest, InstallScope, Sandbox, http,
    plan_install, stdio,
};

fn env() -> Vec<EntrySetting> {
    vec![
        EntrySetting::plain("LEVEL", "info"),
        EntrySetting::secret("TRACKER_TOKEN", Some(String::from("hidden"))),
    ]
}

fn new_file(app: ClientApp, is_http: bool) -> String {
    let bearer = EntrySetting::bearer("TRACKER_TOKEN", Some(String::from("hidden")));
    let entry = if is_http {
        http(vec![bearer])
    } else {
        stdio(env())
    };
    String::from_utf8(Sandbox::new().install(app, &entry)).unwrap()
}

fn lines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}

/// A file of `mcpServers` or the like, with the lines of one entry.
fn object(section: &str, entry: &[&str]) -> String {
    let entry = entry.iter().flat_map(|line| ["      ", *line, "\n"]);
    let entry: String = entry.collect();
    format!("{{\n  \"{section}\": {{\n    \"tracker\": {{\n{entry}    }}\n  }}\n}}\n")
}

/// The fields of a command, where a secret is written as `token`.
fn command(token: &str) -> Vec<String> {
    vec![
        String::from(r#""command": "/opt/tracker","#),
        String::from(r#""args": ["stdio"],"#),
        String::from(r#""env": {"#),
        String::from(r#"  "LEVEL": "info","#),
        format!(r#"  "TRACKER_TOKEN": "{token}""#),
        String::from("}"),
    ]
}

fn command_file(section: &str, first: &[&str], token: &str) -> String {
    let command = command(token);
    let fields: Vec<&str> = first
        .iter()
        .copied()
        .chain(command.iter().map(String::as_str))
        .collect();
    object(section, &fields)
}

#[test]
fn a_command_has_the_shape_of_each_client() {
    let typed = [r#""type": "stdio","#];
    let cases = [
        (
            ClientApp::ClaudeDesktop,
            command_file("mcpServers", &[], "hidden"),
        ),
        (
            ClientApp::Cursor,
            command_file("mcpServers", &typed, "${env:TRACKER_TOKEN}"),
        ),
        (
            ClientApp::Gemini,
            command_file("mcpServers", &[], "${TRACKER_TOKEN}"),
        ),
        (
            ClientApp::Windsurf,
            command_file("mcpServers", &[], "${env:TRACKER_TOKEN}"),
        ),
        (
            ClientApp::Zed,
            command_file("context_servers", &[], "hidden"),
        ),
    ];
    for (app, wanted) in cases {
        assert_eq!(new_file(app, false), wanted, "{app:?}");
    }
}

#[test]
fn vscode_asks_for_secrets() {
    let wanted = lines(&[
        r"{",
        r#"  "servers": {"#,
        r#"    "tracker": {"#,
        r#"      "type": "stdio","#,
        r#"      "command": "/opt/tracker","#,
        r#"      "args": ["stdio"],"#,
        r#"      "env": {"#,
        r#"        "LEVEL": "info","#,
        r#"        "TRACKER_TOKEN": "${input:tracker-TRACKER_TOKEN}""#,
        r"      }",
        r"    }",
        r"  },",
        r#"  "inputs": ["#,
        r"    {",
        r#"      "type": "promptString","#,
        r#"      "id": "tracker-TRACKER_TOKEN","#,
        r#"      "description": "TRACKER_TOKEN of tracker","#,
        r#"      "password": true"#,
        r"    }",
        r"  ]",
        r"}",
    ]);
    assert_eq!(new_file(ClientApp::VsCode, false), wanted);
}

#[test]
fn codex_passes_variables_on_by_their_names() {
    let command = lines(&[
        "[mcp_servers.tracker]",
        "command = \"/opt/tracker\"",
        "args = [\"stdio\"]",
        "env_vars = [\"TRACKER_TOKEN\"]",
        "env = { LEVEL = \"info\" }",
    ]);
    assert_eq!(new_file(ClientApp::Codex, false), command);
    let url = lines(&[
        "[mcp_servers.tracker]",
        "url = \"https://tracker.example/mcp\"",
        "bearer_token_env_var = \"TRACKER_TOKEN\"",
    ]);
    assert_eq!(new_file(ClientApp::Codex, true), url);
}

#[test]
fn codex_keeps_plain_headers_apart_from_those_of_variables() {
    let mut key = EntrySetting::secret("TRACKER_KEY", None);
    key.name = String::from("X-Key");
    let entry = http(vec![EntrySetting::plain("X-Team", "core"), key]);
    let text = String::from_utf8(Sandbox::new().install(ClientApp::Codex, &entry)).unwrap();
    let wanted = lines(&[
        "[mcp_servers.tracker]",
        "url = \"https://tracker.example/mcp\"",
        "http_headers = { X-Team = \"core\" }",
        "env_http_headers = { X-Key = \"TRACKER_KEY\" }",
    ]);
    assert_eq!(text, wanted);
}

#[test]
fn a_url_has_the_shape_of_each_client() {
    let file = |section, first: &[&str], key: &str, token: &str| {
        let url = format!(r#""{key}": "https://tracker.example/mcp","#);
        let token = format!(r#"  "Authorization": "Bearer {token}""#);
        let fields = [first, &[&url, r#""headers": {"#, &token, "}"]].concat();
        object(section, &fields)
    };
    let cases = [
        (
            ClientApp::Cursor,
            file("mcpServers", &[], "url", "${env:TRACKER_TOKEN}"),
        ),
        (
            ClientApp::Gemini,
            file("mcpServers", &[], "httpUrl", "${TRACKER_TOKEN}"),
        ),
        (
            ClientApp::Windsurf,
            file("mcpServers", &[], "serverUrl", "${env:TRACKER_TOKEN}"),
        ),
        (
            ClientApp::Zed,
            file("context_servers", &[], "url", "hidden"),
        ),
    ];
    for (app, wanted) in cases {
        assert_eq!(new_file(app, true), wanted, "{app:?}");
    }
}

#[test]
fn claude_desktop_takes_no_url() {
    let entry = http(Vec::new());
    let error = Sandbox::new()
        .plan(ClientApp::ClaudeDesktop, &entry)
        .unwrap_err();
    assert!(matches!(error, InstallError::NoHttp { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "Claude Desktop does not connect to a URL from its file; install the server as a command, or add the URL \
         under Settings > Connectors"
    );
}

#[test]
fn a_project_has_files_of_its_own() {
    let sandbox = Sandbox::new();
    let entry = stdio(Vec::new());
    let request = InstallRequest {
        app: ClientApp::VsCode,
        scope: InstallScope::Project,
        entry: &entry,
        force: false,
    };
    let change = plan_install(&sandbox.place, &request).unwrap();
    change.write().unwrap();
    let path = sandbox.folder.path().join("project/.vscode/mcp.json");
    let fields = [
        r#""type": "stdio","#,
        r#""command": "/opt/tracker","#,
        r#""args": ["stdio"]"#,
    ];
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        object("servers", &fields)
    );
}
