//! Tests of the whole room: files in the shapes of the clients, in temporary folders.

mod claude_code;
mod errors;
mod fixtures;
mod layouts;
mod oddities;
mod places;
mod random;
mod removal;
mod secrets;
mod shapes;
mod tables;
mod updates;
mod writing;

use std::{collections::BTreeMap, fs, path::PathBuf};

use tempfile::TempDir;

use super::{
    ClientApp, EntrySetting, InstallChange, InstallError, InstallPlace, InstallRequest,
    InstallScope, ServerEntry, ServerLaunch, place::HostSystem, plan_install, plan_uninstall,
};

/// A home and a project in a temporary folder.
struct Sandbox {
    folder: TempDir,
    place: InstallPlace,
}

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = InstallPlace {
            system: HostSystem::Linux,
            home: folder.path().join("home"),
            project: folder.path().join("project"),
            variables: BTreeMap::new(),
        };
        Self { folder, place }
    }

    fn file(&self, app: ClientApp) -> PathBuf {
        self.place.file(app, InstallScope::User).unwrap()
    }

    fn put(&self, app: ClientApp, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.file(app);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn plan(&self, app: ClientApp, entry: &ServerEntry) -> Result<InstallChange, InstallError> {
        plan_install(&self.place, &request(app, entry))
    }

    fn install(&self, app: ClientApp, entry: &ServerEntry) -> Vec<u8> {
        self.plan(app, entry).unwrap().write().unwrap();
        fs::read(self.file(app)).unwrap()
    }

    /// The bytes after an uninstall; `None` if the file is gone.
    fn uninstall(&self, app: ClientApp, entry: &ServerEntry) -> Option<Vec<u8>> {
        let change = plan_uninstall(&self.place, &request(app, entry)).unwrap();
        change.write().unwrap();
        fs::read(self.file(app)).ok()
    }

    /// The text of a file with the entry.
    fn installed(&self, app: ClientApp, text: &str, entry: &ServerEntry) -> String {
        self.put(app, text);
        String::from_utf8(self.install(app, entry)).unwrap()
    }
}

fn request(app: ClientApp, entry: &ServerEntry) -> InstallRequest<'_> {
    InstallRequest {
        app,
        scope: InstallScope::User,
        entry,
        force: false,
    }
}

/// The clients whose files `install` writes.
fn file_apps() -> impl Iterator<Item = ClientApp> {
    let apps = ClientApp::ALL.into_iter();
    apps.filter(|app| *app != ClientApp::ClaudeCode)
}

fn stdio(env: Vec<EntrySetting>) -> ServerEntry {
    ServerEntry {
        name: String::from("tracker"),
        launch: ServerLaunch::Stdio {
            command: String::from("/opt/tracker"),
            args: vec![String::from("stdio")],
            env,
        },
    }
}

fn http(headers: Vec<EntrySetting>) -> ServerEntry {
    ServerEntry {
        name: String::from("tracker"),
        launch: ServerLaunch::Http {
            url: String::from("https://tracker.example/mcp"),
            headers,
        },
    }
}
