//! An entry of the name that is there already: ours in its place, another program's only by force.

use super::{
    ClientApp, EntrySetting, InstallError, InstallRequest, Sandbox, ServerEntry, ServerLaunch,
    plan_install, plan_uninstall, request, stdio,
};

fn older(section: &str) -> String {
    format!(
        r#"{{
  "{section}": {{
    // mine
    "tracker": {{ "args": ["old"], "timeout": 5, /* moved since */ "command": "/old/tracker.exe", "env": {{"EXTRA": "1"}} }},
    "other": {{ "command": "x" }}
  }}
}}
"#
    )
}

#[test]
fn an_entry_of_ours_keeps_its_place_and_its_unknown_fields() {
    let entry = stdio(vec![EntrySetting::plain("LEVEL", "info")]);
    for app in [
        ClientApp::ClaudeDesktop,
        ClientApp::Gemini,
        ClientApp::Windsurf,
        ClientApp::Zed,
    ] {
        let after = Sandbox::new().installed(app, &older(app.section()), &entry);
        let wanted = older(app.section())
            .replace(r#"["old"]"#, r#"["stdio"]"#)
            .replace("/old/tracker.exe", "/opt/tracker")
            .replace(r#""1"}"#, r#""1", "LEVEL": "info"}"#);
        assert_eq!(after, wanted, "{app:?}");
    }
}

#[test]
fn missing_fields_are_added_in_place() {
    let before = older("servers").replace(r#""args": ["old"], "#, "");
    let after = Sandbox::new().installed(ClientApp::VsCode, &before, &stdio(Vec::new()));
    let wanted = before.replace("/old/tracker.exe", "/opt/tracker").replace(
        r#""env": {"EXTRA": "1"} }"#,
        r#""env": {"EXTRA": "1"}, "type": "stdio", "args": ["stdio"] }"#,
    );
    assert_eq!(after, wanted);
}

#[test]
fn arguments_that_are_no_longer_wanted_are_emptied() {
    let mut entry = stdio(Vec::new());
    entry.launch = ServerLaunch::Stdio {
        command: String::from("/old/tracker.exe"),
        args: Vec::new(),
        env: Vec::new(),
    };
    let after = Sandbox::new().installed(ClientApp::Windsurf, &older("mcpServers"), &entry);
    assert_eq!(after, older("mcpServers").replace(r#"["old"]"#, "[]"));
}

const TOML: &str = "[mcp_servers.tracker] # mine\n  command = '/old/tracker' # here\n  startup_timeout_sec = 20\n\n\
                    [mcp_servers.tracker.env]\nEXTRA = \"1\"\n\n[mcp_servers.tracker.tools.list]\napproval_mode = \
                    \"approve\"\n\n[other]\nx = 1\n";

#[test]
fn a_table_of_ours_keeps_its_place_and_its_unknown_fields() {
    let entry = stdio(vec![
        EntrySetting::plain("LEVEL", "info"),
        EntrySetting::secret("TRACKER_TOKEN", None),
    ]);
    let wanted = TOML
        .replace("'/old/tracker'", "\"/opt/tracker\"")
        .replace(
            "= 20\n",
            "= 20\nargs = [\"stdio\"]\nenv_vars = [\"TRACKER_TOKEN\"]\n",
        )
        .replace("EXTRA = \"1\"\n", "EXTRA = \"1\"\nLEVEL = \"info\"\n");
    let after = Sandbox::new().installed(ClientApp::Codex, TOML, &entry);
    assert_eq!(after, wanted);
    let crlf = Sandbox::new().installed(ClientApp::Codex, &TOML.replace('\n', "\r\n"), &entry);
    assert_eq!(crlf, wanted.replace('\n', "\r\n"));
}

#[test]
fn dotted_and_inline_settings_are_changed_in_their_form() {
    let entry = stdio(vec![EntrySetting::plain("LEVEL", "info")]);
    let start = "[mcp_servers.tracker]\ncommand = \"/opt/tracker\"\nargs = [\"stdio\"]\n";
    let dotted = format!("{start}env.EXTRA = \"1\"\n\n[other]\nx = 1\n");
    assert_eq!(
        Sandbox::new().installed(ClientApp::Codex, &dotted, &entry),
        dotted.replace("\"1\"\n", "\"1\"\nenv.LEVEL = \"info\"\n")
    );
    let inline = format!("{start}env = {{ EXTRA = \"1\" }} # mine");
    assert_eq!(
        Sandbox::new().installed(ClientApp::Codex, &inline, &entry),
        inline.replace("\"1\" }", "\"1\", LEVEL = \"info\" }")
    );
    let line = "[mcp_servers]\na = { command = \"b\" }\ntracker = { command = \"/old/tracker\", cwd = \"/\" }\n";
    assert_eq!(
        Sandbox::new().installed(ClientApp::Codex, line, &entry),
        line.replace(
            "{ command = \"/old/tracker\", cwd = \"/\" }",
            "{ command = \"/opt/tracker\", cwd = \"/\", args = [\"stdio\"], env = { LEVEL = \"info\" } }"
        )
    );
}

fn force(entry: &ServerEntry, app: ClientApp) -> InstallRequest<'_> {
    InstallRequest {
        force: true,
        ..request(app, entry)
    }
}

#[test]
fn an_entry_of_another_program_is_refused_and_untouched() {
    let entry = stdio(Vec::new());
    let text = older("mcpServers").replace("/old/tracker.exe", "/usr/bin/npx");
    let sandbox = Sandbox::new();
    let path = sandbox.put(ClientApp::Windsurf, &text);
    for error in [
        sandbox.plan(ClientApp::Windsurf, &entry).unwrap_err(),
        plan_uninstall(&sandbox.place, &request(ClientApp::Windsurf, &entry)).unwrap_err(),
    ] {
        assert_eq!(
            error.to_string(),
            format!(
                "{}:4: `tracker` belongs to another program (/usr/bin/npx); choose another name, or replace it with \
                 --force",
                path.display()
            )
        );
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

#[test]
fn force_replaces_an_entry_of_another_program_whole() {
    let entry = stdio(Vec::new());
    let sandbox = Sandbox::new();
    let path = sandbox.put(
        ClientApp::Windsurf,
        older("mcpServers").replace("tracker.exe", "npx"),
    );
    let change = plan_install(&sandbox.place, &force(&entry, ClientApp::Windsurf)).unwrap();
    change.write().unwrap();
    let wanted = "{\n  \"mcpServers\": {\n    // mine\n    \"tracker\": {\n      \"command\": \"/opt/tracker\",\n      \
                  \"args\": [\"stdio\"]\n    },\n    \"other\": { \"command\": \"x\" }\n  }\n}\n";
    assert_eq!(std::fs::read_to_string(path).unwrap(), wanted);

    let sandbox = Sandbox::new();
    let path = sandbox.put(ClientApp::Codex, TOML.replace("/old/tracker", "npx"));
    let change = plan_install(&sandbox.place, &force(&entry, ClientApp::Codex)).unwrap();
    change.write().unwrap();
    let wanted =
        "[other]\nx = 1\n\n[mcp_servers.tracker]\ncommand = \"/opt/tracker\"\nargs = [\"stdio\"]\n";
    assert_eq!(std::fs::read_to_string(path).unwrap().trim_start(), wanted);
}

#[test]
fn a_url_where_a_command_was_is_another_program() {
    let sandbox = Sandbox::new();
    sandbox.put(ClientApp::Windsurf, older("mcpServers"));
    let error = sandbox
        .plan(ClientApp::Windsurf, &super::http(Vec::new()))
        .unwrap_err();
    assert!(matches!(error, InstallError::Foreign { .. }), "{error}");
}
