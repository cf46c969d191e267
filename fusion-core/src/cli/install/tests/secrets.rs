//! Secrets: references where a client expands them, else values in private files; masked in every diff.

use std::fs;

use super::{
    ClientApp, EntrySetting, InstallError, InstallRequest, InstallScope, Sandbox, http,
    plan_install, plan_uninstall, request, stdio,
};
use crate::cli::install::mask::masked;

fn token(value: &str) -> EntrySetting {
    EntrySetting::secret("TRACKER_TOKEN", Some(value.to_owned()))
}

#[test]
fn no_diff_shows_a_secret() {
    for app in ClientApp::ALL {
        let sandbox = Sandbox::new();
        let entry = stdio(vec![token("hunter2"), EntrySetting::plain("LEVEL", "info")]);
        let Ok(change) = sandbox.plan(app, &entry) else {
            assert_eq!(app, ClientApp::ClaudeCode);
            continue;
        };
        assert!(!change.diff().contains("hunter2"), "{}", change.diff());
        assert!(change.diff().contains("info"), "{}", change.diff());
        change.write().unwrap();
        let other = sandbox.plan(app, &stdio(vec![token("hunter3")])).unwrap();
        let gone = plan_uninstall(&sandbox.place, &request(app, &entry)).unwrap();
        for diff in [other.diff(), gone.diff()] {
            assert!(!diff.contains("hunter"), "{diff}");
        }
    }
}

#[test]
fn the_diff_of_another_secret_shows_that_it_changed() {
    let sandbox = Sandbox::new();
    sandbox.install(ClientApp::Zed, &stdio(vec![token("hunter2")]));
    let change = sandbox
        .plan(ClientApp::Zed, &stdio(vec![token("hunter3")]))
        .unwrap();
    let path = sandbox.file(ClientApp::Zed);
    let wanted = format!(
        "--- {path}\n+++ {path}\n@@ -4,7 +4,7 @@\n       \"command\": \"/opt/tracker\",\n       \"args\": [\"stdio\"],\n       \
         \"env\": {{\n-        \"TRACKER_TOKEN\": \"***\"\n+        \"TRACKER_TOKEN\": \"*** (changed)\"\n       }}\n     }}\n   \
         }}\n",
        path = path.display()
    );
    assert_eq!(change.diff(), wanted);
}

#[test]
fn secrets_of_others_are_masked() {
    let json = r#"{
  "api_key": "s1",
  "mcpServers": {
    "a": {
      "env": { "NAME": "s2", "REF": "${env:SHOWN}" },
      "headers": { "Authorization": "Bearer s3" },
      "args": ["--access-token", "s4", "--secret=s5", "--port", "80"],
      "nested": { "password": { "value": "s6", "pin": 77123 } }
    }
  }
}
"#;
    let (json, _) = masked(json, json, &[], false);
    let toml = "[mcp_servers.a]\nenv = { NAME = \"s2\" }\nbearer_token_env_var = \"SHOWN\"\nargs = [\"--token\", 's3', \
                \"--port\", \"80\"]\nhttp_headers.X = '''s4'''\napi_key = \"s5\"\n";
    let (toml, _) = masked(toml, toml, &[], true);
    for hidden in ["s1", "s2", "s3", "s4", "s5", "s6", "77123"] {
        for quoted in [
            format!("\"{hidden}\""),
            format!("'{hidden}'"),
            format!(" {hidden}"),
        ] {
            assert!(!json.contains(&quoted), "{hidden}: {json}");
            assert!(!toml.contains(&quoted), "{hidden}: {toml}");
        }
    }
    assert!(
        json.contains("\"--port\", \"80\"") && json.contains("SHOWN"),
        "{json}"
    );
    assert!(
        toml.contains("\"SHOWN\"") && toml.contains("\"80\""),
        "{toml}"
    );
}

#[test]
fn a_value_needs_to_be_known_where_it_is_written() {
    for app in [ClientApp::ClaudeDesktop, ClientApp::Zed] {
        let entry = stdio(vec![EntrySetting::secret("TRACKER_TOKEN", None)]);
        let error = Sandbox::new().plan(app, &entry).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{} expands no variables, so that the value of TRACKER_TOKEN is written to its file; set \
                 TRACKER_TOKEN and repeat the command",
                app.title()
            )
        );
    }
}

#[test]
fn no_file_of_a_project_holds_a_secret() {
    let sandbox = Sandbox::new();
    let bearer = http(vec![EntrySetting::bearer(
        "TRACKER_TOKEN",
        Some(String::from("hunter2")),
    )]);
    for app in [
        ClientApp::Cursor,
        ClientApp::VsCode,
        ClientApp::Codex,
        ClientApp::Gemini,
    ] {
        for entry in [&stdio(vec![token("hunter2")]), &bearer] {
            let request = InstallRequest {
                scope: InstallScope::Project,
                ..request(app, entry)
            };
            plan_install(&sandbox.place, &request)
                .unwrap()
                .write()
                .unwrap();
            let path = sandbox.place.file(app, InstallScope::Project).unwrap();
            assert!(
                !fs::read_to_string(&path).unwrap().contains("hunter2"),
                "{app:?}"
            );
            fs::remove_file(path).unwrap();
        }
    }
    for entry in [&stdio(vec![token("hunter2")]), &bearer] {
        let request = InstallRequest {
            scope: InstallScope::Project,
            ..request(ClientApp::Zed, entry)
        };
        let error = plan_install(&sandbox.place, &request).unwrap_err();
        assert!(
            matches!(error, InstallError::SecretInProject { .. }),
            "{error}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_a_secret_is_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (app, wanted) in [(ClientApp::Zed, 0o600), (ClientApp::Cursor, 0o640)] {
        let sandbox = Sandbox::new();
        sandbox.install(app, &stdio(vec![token("hunter2")]));
        if app == ClientApp::Zed {
            assert_eq!(mode(&sandbox.file(app)), 0o600);
        }
        let sandbox = Sandbox::new();
        let path = sandbox.put(app, "{}");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        sandbox.install(app, &stdio(vec![token("hunter2")]));
        assert_eq!(mode(&path), wanted, "{app:?}");
        assert_eq!(mode(&path.with_extension("json.bak")), 0o640);
    }
}
