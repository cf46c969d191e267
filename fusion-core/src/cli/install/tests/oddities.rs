//! Each client by each oddity: all bytes outside the entry stay, twice is once, and uninstall restores.

use std::fs;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Value, json};

use super::{
    ClientApp, EntrySetting, Sandbox, file_apps,
    fixtures::{huge, oddities},
    http, plan_uninstall, request, stdio,
};
use crate::cli::install::ServerEntry;

/// Entries of both kinds, as far as the client knows both.
fn entries(app: ClientApp) -> Vec<ServerEntry> {
    let secret = || Some(String::from("hidden"));
    let env = vec![
        EntrySetting::plain("LEVEL", "info"),
        EntrySetting::secret("TRACKER_TOKEN", secret()),
    ];
    let mut entries = vec![stdio(Vec::new()), stdio(env)];
    if app != ClientApp::ClaudeDesktop {
        entries.push(http(vec![EntrySetting::bearer("TRACKER_TOKEN", secret())]));
    }
    entries
}

/// A file's meaning; an empty one means an empty table.
pub(super) fn meaning(app: ClientApp, bytes: &[u8]) -> Value {
    let text = std::str::from_utf8(bytes).unwrap();
    let text = text.trim_start_matches('\u{feff}');
    if app == ClientApp::Codex {
        return super::tables::meaning(text);
    }
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).unwrap();
    parsed.value.map_or_else(|| json!({}), Value::from)
}

/// True if `part` is left of `whole` when pieces are taken out.
pub(super) fn is_kept(part: &[u8], whole: &[u8]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|byte| rest.any(|other| other == byte))
}

#[test]
fn install_keeps_every_byte_outside_the_entry() {
    for app in file_apps() {
        for (name, text) in oddities(app) {
            for entry in entries(app) {
                let sandbox = Sandbox::new();
                let before = text.clone().unwrap_or_default();
                if let Some(text) = &text {
                    sandbox.put(app, text);
                }
                let after = sandbox.install(app, &entry);
                let case = format!("{app:?}, {name}: {}", String::from_utf8_lossy(&after));

                assert!(is_kept(before.as_bytes(), &after), "{case}");
                let mut wanted = meaning(app, before.as_bytes());
                let now = meaning(app, &after);
                let ours = now[app.section()]["tracker"].clone();
                assert!(ours.is_object(), "{case}");
                wanted[app.section()]["tracker"] = ours;
                if wanted.get("inputs").is_none() && now.get("inputs").is_some() {
                    wanted["inputs"] = json!([]);
                }
                if let (Some(old), Some(new)) =
                    (wanted["inputs"].as_array(), now["inputs"].as_array())
                {
                    assert_eq!(old[..], new[..old.len()], "{case}");
                    wanted["inputs"] = now["inputs"].clone();
                }
                assert_eq!(strip_null(wanted), now, "{case}");
            }
        }
    }
}

/// Indexing a missing key to write leaves `null` behind.
fn strip_null(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    value
}

#[test]
fn a_second_install_changes_nothing() {
    for app in file_apps() {
        for (name, text) in oddities(app) {
            for entry in entries(app) {
                let sandbox = Sandbox::new();
                if let Some(text) = &text {
                    sandbox.put(app, text);
                }
                sandbox.install(app, &entry);
                let again = sandbox.plan(app, &entry).unwrap();
                assert!(again.is_empty(), "{app:?}, {name}: {}", again.diff());
            }
        }
    }
}

#[test]
fn uninstall_restores_the_bytes_from_before_the_install() {
    for app in file_apps() {
        for (name, text) in oddities(app) {
            for entry in entries(app) {
                let sandbox = Sandbox::new();
                if let Some(text) = &text {
                    sandbox.put(app, text);
                }
                sandbox.install(app, &entry);
                let after = sandbox.uninstall(app, &entry);
                let after = after.map(|bytes| String::from_utf8(bytes).unwrap());
                assert_eq!(after, text, "{app:?}, {name}");
            }
        }
    }
}

#[test]
fn uninstall_of_what_is_not_installed_changes_nothing() {
    for app in file_apps() {
        for (name, text) in oddities(app) {
            let sandbox = Sandbox::new();
            if let Some(text) = &text {
                sandbox.put(app, text);
            }
            let entry = stdio(Vec::new());
            let change = plan_uninstall(&sandbox.place, &request(app, &entry)).unwrap();
            assert!(change.is_empty(), "{app:?}, {name}");
            change.write().unwrap();
            assert_eq!(
                fs::read(sandbox.file(app)).is_ok(),
                text.is_some(),
                "{app:?}, {name}"
            );
        }
    }
}

#[test]
fn a_huge_file_is_edited_as_any_other() {
    for app in file_apps() {
        let before = huge(app);
        let sandbox = Sandbox::new();
        sandbox.put(app, &before);
        let entry = stdio(Vec::new());
        let after = sandbox.install(app, &entry);
        assert!(is_kept(before.as_bytes(), &after), "{app:?}");
        assert!(sandbox.plan(app, &entry).unwrap().is_empty(), "{app:?}");
        let restored = sandbox.uninstall(app, &entry).unwrap();
        assert!(restored == before.as_bytes(), "{app:?}");
    }
}
