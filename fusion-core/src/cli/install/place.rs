//! The files in which clients keep their configuration, by system, user and project. Tests make places of their own.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::{
    app::{ClientApp, InstallScope},
    error::InstallError,
};

/// The kinds of system that decide on folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostSystem {
    Linux,
    MacOs,
    Windows,
}

/// The user's folders and the environment variables that move them.
#[derive(Clone, Debug)]
pub(crate) struct InstallPlace {
    pub(crate) system: HostSystem,
    pub(crate) home: PathBuf,
    /// The folder in which the command runs.
    pub(crate) project: PathBuf,
    /// The variables of [`VARIABLES`] that are set.
    pub(crate) variables: BTreeMap<String, OsString>,
}

/// The environment variables that clients read to find their files, and `PATH`.
const VARIABLES: [&str; 10] = [
    "APPDATA",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "FLATPAK_XDG_CONFIG_HOME",
    "GEMINI_CLI_HOME",
    "LOCALAPPDATA",
    "PATH",
    "VSCODE_APPDATA",
    "VSCODE_PORTABLE",
    "XDG_CONFIG_HOME",
];

impl InstallPlace {
    /// The place of this process.
    pub(crate) fn current() -> Result<Self, InstallError> {
        let system = if cfg!(windows) {
            HostSystem::Windows
        } else if cfg!(target_os = "macos") {
            HostSystem::MacOs
        } else {
            HostSystem::Linux
        };
        let home = env::home_dir().filter(|home| !home.as_os_str().is_empty());
        let project = env::current_dir().map_err(|source| InstallError::Read {
            path: PathBuf::from("."),
            source,
        })?;
        Ok(Self {
            system,
            home: home.ok_or(InstallError::NoHome {
                variable: if cfg!(windows) { "USERPROFILE" } else { "HOME" },
            })?,
            project,
            variables: VARIABLES
                .into_iter()
                .filter_map(|name| Some((name.to_owned(), env::var_os(name)?)))
                .collect(),
        })
    }

    /// The file in which a client keeps entries of a scope. Claude Code's is only read, never written.
    pub(crate) fn file(
        &self,
        app: ClientApp,
        scope: InstallScope,
    ) -> Result<PathBuf, InstallError> {
        let no_scope = |instead| {
            Err(InstallError::NoScope {
                app,
                scope,
                instead,
            })
        };
        match (scope, app) {
            (InstallScope::User, _) | (InstallScope::Local, ClientApp::ClaudeCode) => {
                Ok(self.user_file(app))
            }
            (_, ClientApp::ClaudeDesktop | ClientApp::Windsurf) => no_scope(InstallScope::User),
            (InstallScope::Local, _) => no_scope(InstallScope::Project),
            (InstallScope::Project, _) => Ok(self.project.join(project_file(app))),
        }
    }

    fn user_file(&self, app: ClientApp) -> PathBuf {
        match app {
            ClientApp::ClaudeDesktop => self.claude_desktop().join("claude_desktop_config.json"),
            ClientApp::ClaudeCode => self
                .folder("CLAUDE_CONFIG_DIR")
                .unwrap_or_else(|| self.home.clone())
                .join(".claude.json"),
            ClientApp::Cursor => self.home.join(".cursor").join("mcp.json"),
            ClientApp::VsCode => self.vscode().join("User").join("mcp.json"),
            ClientApp::Codex => self
                .folder("CODEX_HOME")
                .unwrap_or_else(|| self.home.join(".codex"))
                .join("config.toml"),
            ClientApp::Gemini => self
                .folder("GEMINI_CLI_HOME")
                .unwrap_or_else(|| self.home.clone())
                .join(".gemini")
                .join("settings.json"),
            ClientApp::Windsurf => {
                let folder = self.home.join(".codeium").join("windsurf");
                folder.join("mcp_config.json")
            }
            ClientApp::Zed => self.zed().join("settings.json"),
        }
    }

    /// Packaged builds on Windows read a copy of `%APPDATA%` inside their package.
    fn claude_desktop(&self) -> PathBuf {
        let packaged = (self.system == HostSystem::Windows)
            .then(|| self.packaged_claude())
            .flatten();
        packaged.unwrap_or_else(|| self.app_data()).join("Claude")
    }

    fn packaged_claude(&self) -> Option<PathBuf> {
        let local = self
            .folder("LOCALAPPDATA")
            .unwrap_or_else(|| self.home.join("AppData").join("Local"));
        let mut packages: Vec<PathBuf> = fs::read_dir(local.join("Packages"))
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let name = path.file_name().and_then(|name| name.to_str());
                name.is_some_and(|name| name.starts_with("Claude_"))
            })
            .map(|path| path.join("LocalCache").join("Roaming"))
            .collect();
        packages.sort();
        let holds = |path: &&PathBuf| path.join("Claude").is_dir();
        let chosen = packages.iter().find(holds).or(packages.first());
        chosen.cloned()
    }

    fn vscode(&self) -> PathBuf {
        if let Some(portable) = self.folder("VSCODE_PORTABLE") {
            return portable.join("user-data");
        }
        self.folder("VSCODE_APPDATA")
            .unwrap_or_else(|| self.app_data())
            .join("Code")
    }

    /// Zed keeps to `~/.config` on macOS.
    fn zed(&self) -> PathBuf {
        match self.system {
            HostSystem::Windows => self.app_data().join("Zed"),
            HostSystem::MacOs => self.home.join(".config").join("zed"),
            HostSystem::Linux => self
                .folder("FLATPAK_XDG_CONFIG_HOME")
                .unwrap_or_else(|| self.app_data())
                .join("zed"),
        }
    }

    /// The folder of the user's settings by the conventions of the system.
    fn app_data(&self) -> PathBuf {
        match self.system {
            HostSystem::Linux => self
                .folder("XDG_CONFIG_HOME")
                .unwrap_or_else(|| self.home.join(".config")),
            HostSystem::MacOs => self.home.join("Library").join("Application Support"),
            HostSystem::Windows => self
                .folder("APPDATA")
                .unwrap_or_else(|| self.home.join("AppData").join("Roaming")),
        }
    }

    /// The folder that a variable names. The XDG rules ignore relative ones; an empty one is as if unset.
    fn folder(&self, variable: &str) -> Option<PathBuf> {
        let folder = Path::new(self.variables.get(variable)?);
        (!folder.as_os_str().is_empty())
            .then(|| self.project.join(folder))
            .filter(|_| !variable.starts_with("XDG_") || folder.is_absolute())
    }

    /// The program `name` on `PATH`.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let endings: &[&str] = match self.system {
            HostSystem::Windows => &[".exe", ".cmd"],
            _ => &[""],
        };
        env::split_paths(self.variables.get("PATH")?)
            .flat_map(|folder| {
                let files = endings.iter().map(|ending| format!("{name}{ending}"));
                files.map(|file| folder.join(file)).collect::<Vec<_>>()
            })
            .find(|path| path.is_file())
    }
}

fn project_file(app: ClientApp) -> &'static str {
    match app {
        ClientApp::ClaudeCode => ".mcp.json",
        ClientApp::Cursor => ".cursor/mcp.json",
        ClientApp::VsCode => ".vscode/mcp.json",
        ClientApp::Codex => ".codex/config.toml",
        ClientApp::Gemini => ".gemini/settings.json",
        _ => ".zed/settings.json",
    }
}
