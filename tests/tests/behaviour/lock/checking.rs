//! The check of a server against its file, with `FUSION_LOCK=update` and without.

use std::{env, fs, path::PathBuf, process::Command};

use fusion_core::{Registry, lock::Lock, tool_group};

struct Counter;

/// Count things.
#[tool_group(name = "counter")]
impl Counter {
    /// Count up.
    #[action]
    fn add(&self, #[arg(default = 1)] by: u32) -> String {
        by.to_string()
    }
}

/// The variable that names the file for [`the_check_of_the_child`].
const FILE: &str = "FUSION_LOCK_TEST_FILE";

fn lock() -> Lock {
    Registry::builder().tool(Counter).build().unwrap().lock()
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("fusion-lock-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("fusion.lock")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the check in another process, as a user's `cargo test` does. Returns the error's text.
fn check(folder: &Folder, mode: Option<&str>) -> Result<(), String> {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args([
        "--exact",
        "lock::checking::the_check_of_the_child",
        "--nocapture",
    ]);
    child.env(FILE, folder.file()).env_remove("FUSION_LOCK");
    if let Some(mode) = mode {
        child.env("FUSION_LOCK", mode);
    }
    let output = child.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("running 1 test"), "{text}");
    let told = text
        .split("«")
        .nth(1)
        .and_then(|rest| rest.split('»').next());
    match told {
        None if output.status.success() => Ok(()),
        told => Err(told
            .unwrap_or(&text)
            .replace(&folder.0.display().to_string(), "…")),
    }
}

/// Checks a file if another test runs this one in a process of its own.
#[test]
fn the_check_of_the_child() {
    let Some(file) = env::var_os(FILE) else {
        return;
    };
    if let Err(error) = lock().check(file) {
        // `unwrap` would print the same text.
        println!("«{error:?}»");
        panic!("the lock differs");
    }
}

#[test]
fn a_missing_file_is_an_error_and_an_update_writes_it() {
    let folder = Folder::new("missing");
    assert_eq!(
        check(&folder, None).unwrap_err(),
        "there is no `…/fusion.lock`: to write it, run `FUSION_LOCK=update cargo test`, and commit the file \
         (tests run in the folder of their package)"
    );
    assert_eq!(check(&folder, Some("update")), Ok(()));
    assert_eq!(
        fs::read_to_string(folder.file()).unwrap(),
        lock().to_string()
    );
    assert_eq!(check(&folder, None), Ok(()));
    // An empty variable is none.
    assert_eq!(check(&folder, Some("")), Ok(()));
}

#[test]
fn a_change_is_an_error_with_the_diff_and_an_update_accepts_it() {
    let folder = Folder::new("changed");
    let old = lock().to_string().replace("default = 1", "default = 2");
    fs::write(folder.file(), old).unwrap();
    assert_eq!(
        check(&folder, None).unwrap_err(),
        "the server differs from `…/fusion.lock`:\n\n\
         risk: 1 change\n  counter/add\n    argument `by`: the default is 1 instead of 2\n1 risk\n\n\
         If that is intended, run `FUSION_LOCK=update cargo test`, and commit the file"
    );
    assert_eq!(check(&folder, Some("update")), Ok(()));
    assert_eq!(check(&folder, None), Ok(()));
}

#[test]
fn another_mode_is_an_error() {
    let folder = Folder::new("mode");
    assert_eq!(
        check(&folder, Some("1")).unwrap_err(),
        "`FUSION_LOCK` is `1`: set it to `update` to write lock files, or leave it out"
    );
    assert!(!folder.file().exists());
}

#[test]
fn a_broken_file_is_an_error_that_names_the_line_and_an_update_writes_it_again() {
    let folder = Folder::new("broken");
    let right = lock().to_string();
    for (broken, expected) in [
        (
            right.replace("version = 1\n", "version = 1\n<<<<<<< ours\n"),
            "line 4 has the marker of a merge conflict: resolve it by either side, then",
        ),
        (
            right.replace("version = 1", "version = 7"),
            "the lock has the format 7, and this version of fusion-core reads up to 1: update fusion-core, or to \
             write the lock in the older format,",
        ),
        (
            right.replace("version = 1\n", ""),
            "line 1 of the lock: missing field `version`; to write it again,",
        ),
        (
            right.replace("docs = \"Count up.\"", "docs = \"Count up."),
            "line 11 of the lock: invalid basic string, expected `\"`; to write it again,",
        ),
        (
            right.replace("tokens = ", "token = "),
            "line 12 of the lock: unknown field `token`, expected one of `aliases`, `arguments`, `confirm`, \
             `deprecated`, `docs`, `examples`, `flat_name`, `hints`, `input`, `input_texts`, `mime`, `once`, `one_of`, \
             `output`, `output_texts`, `scopes`, `title`, `tokens`, `uri`; to write it again,",
        ),
        (
            right.replace("docs = \"Count up.\"", "hints = [\"readonly\"]"),
            "line 11 of the lock: unknown hint `readonly`, expected `read_only`, `destructive`, `idempotent` or \
             `open_world`; to write it again,",
        ),
    ] {
        fs::write(folder.file(), &broken).unwrap();
        let way = "run `FUSION_LOCK=update cargo test`, and commit the file";
        assert_eq!(
            check(&folder, None).unwrap_err(),
            format!("{expected} {way}"),
            "{broken}"
        );
        assert_eq!(check(&folder, Some("update")), Ok(()));
        assert_eq!(fs::read_to_string(folder.file()).unwrap(), right);
    }
}

#[test]
fn a_file_of_equal_meaning_passes_whatever_its_form() {
    let folder = Folder::new("form");
    let text = lock().to_string().replace('\n', "\r\n");
    let edited = text.replace("type = \"integer\"", "type = [\"integer\"], title = \"By\"");
    assert_ne!(edited, text);
    fs::write(folder.file(), format!("# Ours.\n{edited}")).unwrap();
    assert_eq!(check(&folder, None), Ok(()));
}

#[test]
fn a_folder_in_the_place_of_the_file_is_an_error_of_the_system() {
    let folder = Folder::new("folder");
    fs::create_dir_all(folder.file()).unwrap();
    let error = check(&folder, None).unwrap_err();
    assert!(error.starts_with("`…/fusion.lock`: "), "{error}");
}
