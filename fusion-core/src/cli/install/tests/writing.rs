//! Changes of files on disk.

use std::fs;

use super::{ClientApp, EntrySetting, InstallError, Sandbox, plan_uninstall, request, stdio};

const APP: ClientApp = ClientApp::Windsurf;

#[test]
fn a_plan_writes_nothing() {
    let sandbox = Sandbox::new();
    let entry = stdio(Vec::new());
    sandbox.plan(APP, &entry).unwrap();
    assert_eq!(fs::read_dir(sandbox.folder.path()).unwrap().count(), 0);
    let path = sandbox.put(APP, "{}");
    let diff = sandbox.plan(APP, &entry).unwrap().diff();
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    let path = path.display();
    let wanted = format!(
        "--- {path}\n+++ {path}\n@@ -1 +1,8 @@\n-{{}}\n\\ No newline at end of file\n+{{\n+  \"mcpServers\": {{\n+    \"tracker\": \
         {{\n+      \"command\": \"/opt/tracker\",\n+      \"args\": [\"stdio\"]\n+    }}\n+  }}\n+}}\n\\ No newline at end \
         of file\n"
    );
    assert_eq!(diff, wanted);
}

#[test]
fn backups_are_numbered_and_never_written_over() {
    let sandbox = Sandbox::new();
    let path = sandbox.put(APP, "{}");
    let backup = |ending: &str| fs::read_to_string(path.with_extension(ending)).ok();
    fs::write(path.with_extension("json.bak"), "mine").unwrap();

    let written = sandbox
        .plan(APP, &stdio(Vec::new()))
        .unwrap()
        .write()
        .unwrap();
    assert_eq!(written.path.as_deref(), Some(path.as_path()));
    assert_eq!(written.backup, Some(path.with_extension("json.bak.1")));
    let first = fs::read_to_string(&path).unwrap();
    sandbox.install(APP, &stdio(vec![EntrySetting::plain("A", "1")]));
    sandbox.uninstall(APP, &stdio(Vec::new()));
    sandbox.install(APP, &stdio(Vec::new()));

    assert_eq!(backup("json.bak").as_deref(), Some("mine"));
    assert_eq!(backup("json.bak.1").as_deref(), Some("{}"));
    assert_eq!(backup("json.bak.2"), Some(first));
    assert!(backup("json.bak.3").is_some_and(|text| text.contains("\"A\"")));
    assert_eq!(backup("json.bak.4"), None);
}

#[test]
fn a_file_that_changed_since_the_plan_is_left_alone() {
    let sandbox = Sandbox::new();
    let entry = stdio(Vec::new());
    let path = sandbox.put(APP, "{}");
    let change = sandbox.plan(APP, &entry).unwrap();
    fs::write(&path, "{ }").unwrap();
    let error = change.write().unwrap_err();
    assert!(matches!(error, InstallError::Changed { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{ }");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);

    fs::remove_file(&path).unwrap();
    let change = sandbox.plan(APP, &entry).unwrap();
    fs::write(&path, "new").unwrap();
    let error = change.write().unwrap_err();
    assert!(matches!(error, InstallError::Changed { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
}

#[test]
fn a_read_only_file_is_refused() {
    let sandbox = Sandbox::new();
    let path = sandbox.put(APP, "{}");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let change = sandbox.plan(APP, &stdio(Vec::new())).unwrap();
    assert_eq!(
        change.write().unwrap_err().to_string(),
        format!(
            "{} is read-only; allow writing to it, or use --dry-run to see the change",
            path.display()
        )
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_folder_in_the_place_of_the_file_is_refused() {
    let sandbox = Sandbox::new();
    let path = sandbox.file(APP);
    fs::create_dir_all(&path).unwrap();
    let error = sandbox.plan(APP, &stdio(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot read {}", path.display()));
}

#[cfg(unix)]
#[test]
fn links_are_written_through_and_stay() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new();
    let dotfiles = sandbox.folder.path().join("dotfiles");
    let target = dotfiles.join("windsurf.json");
    fs::create_dir_all(&dotfiles).unwrap();
    fs::write(&target, "{}").unwrap();
    let path = sandbox.file(APP);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    symlink(&dotfiles, sandbox.place.home.join("link")).unwrap();
    symlink("../../link/windsurf.json", &path).unwrap();

    let entry = stdio(Vec::new());
    let written = sandbox.plan(APP, &entry).unwrap().write().unwrap();
    let real = fs::canonicalize(&target).unwrap();
    assert_eq!(fs::canonicalize(written.path.unwrap()).unwrap(), real);
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("tracker"));
    assert_eq!(
        fs::read_to_string(dotfiles.join("windsurf.json.bak")).unwrap(),
        "{}"
    );

    let change = plan_uninstall(&sandbox.place, &request(APP, &entry)).unwrap();
    change.write().unwrap();
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "{}");
}

#[cfg(unix)]
#[test]
fn a_link_to_no_file_yet_makes_the_file() {
    let sandbox = Sandbox::new();
    let target = sandbox.folder.path().join("dotfiles/windsurf.json");
    let path = sandbox.file(APP);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&target, &path).unwrap();
    sandbox.install(APP, &stdio(Vec::new()));
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("tracker"));
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_are_refused() {
    let sandbox = Sandbox::new();
    let path = sandbox.file(APP);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&path, &path).unwrap();
    let error = sandbox.plan(APP, &stdio(Vec::new())).unwrap_err();
    assert!(matches!(error, InstallError::Read { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_no_temporary_file_is_left() {
    use std::os::unix::fs::PermissionsExt as _;

    let sandbox = Sandbox::new();
    let path = sandbox.put(APP, "{}");
    for mode in [0o644, 0o600, 0o755] {
        fs::write(&path, "{}").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        sandbox.install(APP, &stdio(Vec::new()));
        let now = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(now, mode);
    }
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
}

#[test]
fn changes_at_once_lose_no_entry() {
    let sandbox = Sandbox::new();
    let path = sandbox.put(APP, "{}");
    std::thread::scope(|threads| {
        for number in 0..8 {
            let sandbox = &sandbox;
            threads.spawn(move || {
                let mut entry = stdio(Vec::new());
                entry.name = format!("tracker-{number}");
                loop {
                    match sandbox.plan(APP, &entry).unwrap().write() {
                        Err(InstallError::Changed { .. }) => {}
                        written => break written.unwrap(),
                    }
                }
            });
        }
    });
    let text = fs::read_to_string(&path).unwrap();
    let mut names = (0..8).map(|number| format!("\"tracker-{number}\""));
    assert!(names.all(|name| text.contains(&name)), "{text}");
    let files = fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.contains(".lock")));
}

#[test]
fn a_lock_that_stays_is_named() {
    let sandbox = Sandbox::new();
    let path = sandbox.put(APP, "{}");
    let lock = path.with_file_name(format!(".{}.lock", path.file_name().unwrap().display()));
    fs::write(&lock, "").unwrap();
    let told = sandbox.plan(APP, &stdio(Vec::new())).unwrap().write();
    let told = told.unwrap_err().to_string();
    assert!(
        told.ends_with(&format!("remove {}", lock.display())),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}");
}
