//! The file of each client, by system and environment.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::{ClientApp, HostSystem, InstallPlace, InstallScope, Sandbox};

fn place(system: HostSystem, variables: &[(&str, &str)]) -> InstallPlace {
    InstallPlace {
        system,
        home: PathBuf::from("/home/ada"),
        project: PathBuf::from("/work/app"),
        variables: variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), OsString::from(value)))
            .collect(),
    }
}

fn user(place: &InstallPlace, app: ClientApp) -> PathBuf {
    place.file(app, InstallScope::User).unwrap()
}

#[test]
fn each_system_has_its_folders() {
    let cases = [
        (
            HostSystem::Linux,
            [
                ".config/Claude/claude_desktop_config.json",
                ".claude.json",
                ".cursor/mcp.json",
                ".config/Code/User/mcp.json",
                ".codex/config.toml",
                ".gemini/settings.json",
                ".codeium/windsurf/mcp_config.json",
                ".config/zed/settings.json",
            ],
        ),
        (
            HostSystem::MacOs,
            [
                "Library/Application Support/Claude/claude_desktop_config.json",
                ".claude.json",
                ".cursor/mcp.json",
                "Library/Application Support/Code/User/mcp.json",
                ".codex/config.toml",
                ".gemini/settings.json",
                ".codeium/windsurf/mcp_config.json",
                ".config/zed/settings.json",
            ],
        ),
        (
            HostSystem::Windows,
            [
                "AppData/Roaming/Claude/claude_desktop_config.json",
                ".claude.json",
                ".cursor/mcp.json",
                "AppData/Roaming/Code/User/mcp.json",
                ".codex/config.toml",
                ".gemini/settings.json",
                ".codeium/windsurf/mcp_config.json",
                "AppData/Roaming/Zed/settings.json",
            ],
        ),
    ];
    for (system, paths) in cases {
        for (app, path) in ClientApp::ALL.into_iter().zip(paths) {
            let wanted = Path::new("/home/ada").join(path);
            assert_eq!(user(&place(system, &[]), app), wanted);
        }
    }
}

const MOVED: [(HostSystem, ClientApp, &str, &str); 12] = [
    (
        HostSystem::Linux,
        ClientApp::ClaudeDesktop,
        "XDG_CONFIG_HOME",
        "/m/Claude/claude_desktop_config.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::VsCode,
        "XDG_CONFIG_HOME",
        "/m/Code/User/mcp.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::VsCode,
        "VSCODE_PORTABLE",
        "/m/user-data/User/mcp.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::VsCode,
        "VSCODE_APPDATA",
        "/m/Code/User/mcp.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::Zed,
        "FLATPAK_XDG_CONFIG_HOME",
        "/m/zed/settings.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::Zed,
        "XDG_CONFIG_HOME",
        "/m/zed/settings.json",
    ),
    (
        HostSystem::MacOs,
        ClientApp::Zed,
        "XDG_CONFIG_HOME",
        "/home/ada/.config/zed/settings.json",
    ),
    (
        HostSystem::Windows,
        ClientApp::Zed,
        "APPDATA",
        "/m/Zed/settings.json",
    ),
    (
        HostSystem::Windows,
        ClientApp::ClaudeDesktop,
        "APPDATA",
        "/m/Claude/claude_desktop_config.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::Codex,
        "CODEX_HOME",
        "/m/config.toml",
    ),
    (
        HostSystem::MacOs,
        ClientApp::Gemini,
        "GEMINI_CLI_HOME",
        "/m/.gemini/settings.json",
    ),
    (
        HostSystem::Linux,
        ClientApp::ClaudeCode,
        "CLAUDE_CONFIG_DIR",
        "/m/.claude.json",
    ),
];

#[test]
fn variables_move_the_files() {
    for (system, app, variable, wanted) in MOVED {
        let moved = place(system, &[(variable, "/m")]);
        assert_eq!(user(&moved, app), Path::new(wanted), "{variable}");
    }
}

#[test]
fn empty_variables_move_nothing_and_relative_ones_start_at_the_project() {
    let empty = place(
        HostSystem::Linux,
        &[("CODEX_HOME", ""), ("XDG_CONFIG_HOME", "relative")],
    );
    assert_eq!(
        user(&empty, ClientApp::Codex),
        Path::new("/home/ada/.codex/config.toml")
    );
    assert_eq!(
        user(&empty, ClientApp::Zed),
        Path::new("/home/ada/.config/zed/settings.json")
    );
    let relative = place(HostSystem::Linux, &[("CODEX_HOME", "own")]);
    assert_eq!(
        user(&relative, ClientApp::Codex),
        Path::new("/work/app/own/config.toml")
    );
}

#[test]
fn projects_have_files_of_their_own() {
    let cases = [
        (ClientApp::ClaudeCode, ".mcp.json"),
        (ClientApp::Cursor, ".cursor/mcp.json"),
        (ClientApp::VsCode, ".vscode/mcp.json"),
        (ClientApp::Codex, ".codex/config.toml"),
        (ClientApp::Gemini, ".gemini/settings.json"),
        (ClientApp::Zed, ".zed/settings.json"),
    ];
    for (app, path) in cases {
        let file = place(HostSystem::Linux, &[]).file(app, InstallScope::Project);
        assert_eq!(file.unwrap(), Path::new("/work/app").join(path));
    }
}

#[test]
fn a_packaged_claude_on_windows_reads_its_own_copy() {
    let mut sandbox = Sandbox::new();
    sandbox.place.system = HostSystem::Windows;
    let packages = sandbox.place.home.join("AppData/Local/Packages");
    fs::create_dir_all(packages.join("Other_1")).unwrap();
    let plain = sandbox
        .place
        .home
        .join("AppData/Roaming/Claude/claude_desktop_config.json");
    assert_eq!(sandbox.file(ClientApp::ClaudeDesktop), plain);
    fs::create_dir_all(packages.join("Claude_abc")).unwrap();
    let own = "LocalCache/Roaming/Claude";
    assert_eq!(
        sandbox.file(ClientApp::ClaudeDesktop),
        packages
            .join("Claude_abc")
            .join(own)
            .join("claude_desktop_config.json")
    );
    fs::create_dir_all(packages.join("Claude_xyz").join(own)).unwrap();
    assert_eq!(
        sandbox.file(ClientApp::ClaudeDesktop),
        packages
            .join("Claude_xyz")
            .join(own)
            .join("claude_desktop_config.json")
    );
}

#[test]
fn this_process_has_a_place() {
    let place = InstallPlace::current().unwrap();
    assert!(place.home.is_absolute() && place.project.is_absolute());
    assert!(place.variables.contains_key("PATH"));
}
