//! Claude Code, with a stand-in for its command that writes down its arguments.

use std::fs;

use super::{
    ClientApp, EntrySetting, InstallChange, InstallError, InstallRequest, InstallScope, Sandbox,
    ServerEntry, http, plan_install, plan_uninstall, stdio,
};

const APP: ClientApp = ClientApp::ClaudeCode;

fn request(scope: InstallScope, entry: &ServerEntry) -> InstallRequest<'_> {
    InstallRequest {
        app: APP,
        scope,
        entry,
        force: false,
    }
}

fn install(sandbox: &Sandbox, scope: InstallScope, entry: &ServerEntry) -> InstallChange {
    plan_install(&sandbox.place, &request(scope, entry)).unwrap()
}

/// A sandbox whose `PATH` has a command `claude`, which ends with `status`.
fn with_command(status: u8) -> Sandbox {
    let mut sandbox = Sandbox::new();
    let bin = sandbox.folder.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    fs::create_dir_all(&sandbox.place.project).unwrap();
    let log = sandbox.folder.path().join("log");
    let script = format!(
        "#!/bin/sh\n{{ pwd; for word in \"$@\"; do echo \"<$word>\"; done; }} >> '{}'\necho no such luck >&2\nexit \
         {status}\n",
        log.display()
    );
    let path = bin.join("claude");
    fs::write(&path, script).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    sandbox
        .place
        .variables
        .insert(String::from("PATH"), bin.into_os_string());
    sandbox
}

fn env() -> Vec<EntrySetting> {
    vec![
        EntrySetting::plain("LEVEL", "it's"),
        EntrySetting::secret("TRACKER_TOKEN", Some(String::from("hunter2"))),
    ]
}

#[test]
fn the_commands_are_those_of_claude_code() {
    let sandbox = with_command(0);
    let change = install(&sandbox, InstallScope::User, &stdio(env()));
    let wanted = "claude mcp add --scope user tracker --env 'LEVEL=it'\\''s' --env 'TRACKER_TOKEN=${TRACKER_TOKEN}' -- \
                  /opt/tracker stdio\n";
    assert_eq!(change.diff(), wanted);

    let bearer = http(vec![EntrySetting::bearer("TRACKER_TOKEN", None)]);
    let change = install(&sandbox, InstallScope::Project, &bearer);
    let wanted = "claude mcp add --scope project --transport http tracker https://tracker.example/mcp --header \
                  'Authorization: Bearer ${TRACKER_TOKEN}'\n";
    assert_eq!(change.diff(), wanted);
}

#[test]
fn a_missing_command_is_named_with_what_to_type() {
    let error = plan_install(
        &Sandbox::new().place,
        &request(InstallScope::Local, &stdio(Vec::new())),
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "there is no command `claude` on PATH; install Claude Code, or type where it is installed:\nclaude mcp add \
         --scope local tracker -- /opt/tracker stdio\n"
    );
}

#[cfg(unix)]
#[test]
fn the_command_runs_in_the_project() {
    let sandbox = with_command(0);
    let change = install(&sandbox, InstallScope::User, &stdio(env()));
    change.write().unwrap();
    let log = fs::read_to_string(sandbox.folder.path().join("log")).unwrap();
    let folder = fs::canonicalize(&sandbox.place.project).unwrap();
    let wanted = format!(
        "{}\n<mcp>\n<add>\n<--scope>\n<user>\n<tracker>\n<--env>\n<LEVEL=it's>\n<--env>\n<TRACKER_TOKEN=${{TRACKER_TOKEN}}>\n\
         <-->\n</opt/tracker>\n<stdio>\n",
        folder.display()
    );
    assert_eq!(log, wanted);
}

#[cfg(unix)]
#[test]
fn a_failure_of_the_command_is_told_with_its_words() {
    let sandbox = with_command(7);
    let error = install(&sandbox, InstallScope::User, &stdio(env()))
        .write()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`claude mcp add` ended with exit status: 7: no such luck"
    );
}

/// The files of Claude Code with an entry in each scope, as its command writes them.
fn with_entries(command: &str) -> Sandbox {
    let sandbox = with_command(0);
    let entry = format!(
        r#"{{"tracker": {{"type": "stdio", "command": "{command}", "args": ["stdio"], "env": {{}}}}}}"#
    );
    let project = fs::canonicalize(&sandbox.place.project).unwrap();
    let project = project.display().to_string();
    sandbox.put(
        APP,
        format!(
            r#"{{"numStartups": 3, "mcpServers": {entry}, "projects": {{"{project}": {{"mcpServers": {entry}}}}}}}"#
        ),
    );
    let file = sandbox.place.file(APP, InstallScope::Project).unwrap();
    fs::write(file, format!(r#"{{"mcpServers": {entry}}}"#)).unwrap();
    sandbox
}

#[test]
fn an_entry_that_is_there_is_left_replaced_or_removed() {
    for scope in InstallScope::ALL {
        let key = scope.key();
        let sandbox = with_entries("/opt/tracker");
        assert!(install(&sandbox, scope, &stdio(Vec::new())).is_empty());
        let change = install(&sandbox, scope, &stdio(vec![EntrySetting::plain("A", "1")]));
        let wanted = format!(
            "claude mcp remove --scope {key} tracker\nclaude mcp add --scope {key} tracker --env A=1 -- /opt/tracker \
             stdio\n"
        );
        assert_eq!(change.diff(), wanted);
        let entry = stdio(Vec::new());
        let change = plan_uninstall(&sandbox.place, &request(scope, &entry)).unwrap();
        assert_eq!(
            change.diff(),
            format!("claude mcp remove --scope {key} tracker\n")
        );

        let other = with_entries("/usr/bin/npx");
        for error in [
            plan_install(&other.place, &request(scope, &entry)),
            plan_uninstall(&other.place, &request(scope, &entry)),
        ] {
            let error = error.unwrap_err();
            assert!(matches!(error, InstallError::Foreign { .. }), "{error}");
        }
        let forced = InstallRequest {
            force: true,
            ..request(scope, &entry)
        };
        assert!(!plan_install(&other.place, &forced).unwrap().is_empty());

        let nothing = plan_uninstall(&with_command(0).place, &request(scope, &entry)).unwrap();
        assert!(nothing.is_empty());
    }
}

/// True if the entry of scope `local` is found from `folder`.
fn is_found_from(sandbox: &mut Sandbox, folder: std::path::PathBuf) -> bool {
    fs::create_dir_all(&folder).unwrap();
    sandbox.place.project = folder;
    let entry = stdio(Vec::new());
    let request = request(InstallScope::Local, &entry);
    !plan_uninstall(&sandbox.place, &request).unwrap().is_empty()
}

#[test]
fn local_entries_are_those_of_the_repository() {
    let mut sandbox = with_entries("/opt/tracker");
    let project = sandbox.place.project.clone();
    let other = sandbox.folder.path().join("worktree");
    assert!(!is_found_from(&mut sandbox, project.join("sub/folder")));
    fs::create_dir_all(project.join(".git/worktrees/worktree")).unwrap();
    assert!(is_found_from(&mut sandbox, project.join("sub/folder")));
    assert!(!is_found_from(&mut sandbox, other.join("sub")));
    let link = fs::canonicalize(project.join(".git/worktrees/worktree")).unwrap();
    fs::write(other.join(".git"), format!("gitdir: {}\n", link.display())).unwrap();
    assert!(is_found_from(&mut sandbox, other.join("sub")));
    fs::write(
        other.join(".git"),
        "gitdir: ../project/.git/modules/worktree\n",
    )
    .unwrap();
    assert!(!is_found_from(&mut sandbox, other.join("sub")));
}

#[test]
fn its_broken_file_is_refused() {
    let sandbox = with_command(0);
    let path = sandbox.put(APP, "{\n  broken\n}");
    let error = plan_install(
        &sandbox.place,
        &request(InstallScope::User, &stdio(Vec::new())),
    );
    let error = error.unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}:2:3: ", path.display())),
        "{error}"
    );
}
