//! The commands about locks.

use std::fs;

use serde_json::Value;

use super::{Ended, command, empty_folder, with_input};

/// The end of a command in `folder`.
fn ended_in(folder: &std::path::Path, words: &[&str]) -> Ended {
    command(words).current_dir(folder).output().unwrap().into()
}

#[test]
fn a_lock_is_written_and_checked() {
    let folder = empty_folder("lock_is_written");
    let missing = ended_in(&folder, &["lock", "--check"]);
    assert_eq!(missing.code, 1);
    assert_eq!(
        missing.err,
        "the end\ncommands: there is no `fusion.lock`: to write it, run `commands lock`\n"
    );
    let written = ended_in(&folder, &["lock"]);
    assert_eq!((written.code, &*written.out), (0, "wrote fusion.lock\n"));
    let checked = ended_in(&folder, &["lock", "--check", "--exposition", "flat"]);
    assert_eq!((checked.code, &*checked.out), (0, "no changes\n"));
    let text = fs::read_to_string(folder.join("fusion.lock")).unwrap();
    assert!(text.contains("[actions.\"desk/echo\"]"), "{text}");

    let edited = text.replace("[actions.\"desk/lose\"]", "[actions.\"desk/drop\"]");
    fs::write(folder.join("fusion.lock"), &edited).unwrap();
    let changed = ended_in(&folder, &["lock", "--check", "fusion.lock"]);
    assert_eq!(changed.code, 1, "{changed:?}");
    assert!(
        changed.out.starts_with("breaking: 1 change\n"),
        "{changed:?}"
    );
    assert!(changed.out.contains("desk/drop"), "{changed:?}");
    assert_eq!(
        changed.err,
        "the end\ncommands: the server differs from `fusion.lock`: if that is intended, run `commands lock`, and commit the file\n"
    );
    assert_eq!(
        fs::read_to_string(folder.join("fusion.lock")).unwrap(),
        edited
    );
    let updated = ended_in(&folder, &["lock"]);
    assert_eq!((updated.code, &updated.out), (0, &changed.out));
    assert_eq!(
        fs::read_to_string(folder.join("fusion.lock")).unwrap(),
        text
    );
}

#[test]
fn two_locks_are_compared_without_a_server() {
    let folder = empty_folder("locks_are_compared");
    ended_in(&folder, &["lock"]);
    let text = fs::read_to_string(folder.join("fusion.lock")).unwrap();
    let older = text.replace("docs = \"Lose everything.\"", "docs = \"Lose all.\"");
    fs::write(folder.join("old.lock"), &older).unwrap();

    let words = ["diff", "--broken", "old.lock"];
    let compared = ended_in(&folder, &words);
    assert_eq!((compared.code, &*compared.err), (0, ""));
    assert!(
        compared.out.starts_with("prose: 1 change\n  desk/lose\n"),
        "{compared:?}"
    );
    let denied = ended_in(
        &folder,
        &["diff", "old.lock", "fusion.lock", "--deny", "risk,prose"],
    );
    assert_eq!((denied.code, &denied.out), (1, &compared.out));
    let all = ended_in(&folder, &["diff", "old.lock", "--deny", "all"]);
    assert_eq!((all.code, &all.out), (1, &compared.out));
    let allowed = ended_in(&folder, &["diff", "old.lock", "--deny", "breaking,risk"]);
    assert_eq!(allowed.code, 0);
    let json = ended_in(&folder, &["diff", "old.lock", "--output", "json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["counts"]["prose"], 1);
    assert_eq!(json["changes"][0]["item"]["key"], "desk/lose");

    let path = folder.join("fusion.lock");
    let piped = with_input(&["diff", "-", path.to_str().unwrap()], &older);
    assert_eq!((piped.code, &piped.out), (0, &compared.out));
}

#[test]
fn a_file_that_is_no_lock_is_exit_code_2_and_its_line() {
    let folder = empty_folder("no_lock");
    fs::write(folder.join("fusion.lock"), "version = 1\nnonsense\n").unwrap();
    let broken = ended_in(&folder, &["diff", "fusion.lock"]);
    assert_eq!((broken.code, &*broken.out), (2, ""));
    assert!(
        broken
            .err
            .starts_with("commands: fusion.lock: line 2 of the lock: "),
        "{broken:?}"
    );
    assert!(
        broken
            .err
            .ends_with("; to write it again, run `commands lock`\n"),
        "{broken:?}"
    );
    let checked = ended_in(&folder, &["lock", "--check"]);
    assert_eq!(
        (checked.code, checked.err),
        (2, format!("the end\n{}", broken.err))
    );
    let missing = ended_in(&folder, &["diff", "nowhere.lock"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing
            .err
            .starts_with("commands: cannot read `nowhere.lock`: "),
        "{missing:?}"
    );
    let unknown = ended_in(&folder, &["diff", "fusion.lock", "--deny", "worse"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("invalid value 'worse'"), "{unknown:?}");
}

#[test]
fn a_file_that_cannot_be_compared_is_told_before_it_is_replaced() {
    let folder = empty_folder("lock_not_compared");
    let path = folder.join("fusion.lock");
    ended_in(&folder, &["lock"]);
    let lock = fs::read_to_string(&path).unwrap();
    for (before, reason) in [
        (
            format!("<<<<<<< ours\n{lock}"),
            "line 1 has the marker of a merge conflict",
        ),
        (String::new(), "the lock is empty"),
        (
            "version = \"x\"".to_owned(),
            "line 1 of the lock: invalid type: string \"x\", expected u64",
        ),
    ] {
        fs::write(&path, before).unwrap();
        let written = ended_in(&folder, &["lock"]);
        let text = format!(
            "commands: fusion.lock was written again without a comparison: {reason}\nthe end\n"
        );
        assert_eq!(
            (written.code, &*written.out, &*written.err),
            (0, "wrote fusion.lock\n", &*text)
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), lock);
    }
}

#[test]
fn a_file_that_is_no_lock_is_not_replaced() {
    let folder = empty_folder("foreign_file");
    for text in [
        "fn main() {}\n",
        "[package]\nname = \"shop\"\n",
        "# Notes\n",
    ] {
        fs::write(folder.join("foreign"), text).unwrap();
        let written = ended_in(&folder, &["lock", "foreign"]);
        assert_eq!((written.code, &*written.out), (2, ""), "{written:?}");
        let (begin, way) = (
            "the end\ncommands: `foreign` is no lock, and is not replaced: line 1 of the lock: ",
            "; give another file, or remove this one\n",
        );
        assert!(written.err.starts_with(begin), "{written:?}");
        assert!(written.err.ends_with(way), "{written:?}");
        assert_eq!(fs::read_to_string(folder.join("foreign")).unwrap(), text);
        let compared = ended_in(&folder, &["diff", "foreign"]);
        assert!(!compared.err.contains("to write it again"), "{compared:?}");
    }
}

#[test]
fn a_file_of_a_newer_version_is_not_replaced() {
    let folder = empty_folder("newer_lock");
    let path = folder.join("fusion.lock");
    let text = "version = 2\n";
    fs::write(&path, text).unwrap();
    let reason = "fusion.lock: the lock has the format 2, and this version of fusion-core reads up to 1; \
                  update fusion-core";
    for words in [&["lock"][..], &["lock", "--check"]] {
        let refused = ended_in(&folder, words);
        assert_eq!(
            (refused.code, &*refused.out, &*refused.err),
            (2, "", &*format!("the end\ncommands: {reason}\n"))
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn an_empty_input_is_told() {
    let folder = empty_folder("empty_input");
    ended_in(&folder, &["lock"]);
    let path = folder.join("fusion.lock");
    let empty = with_input(&["diff", "-", path.to_str().unwrap()], "");
    assert_eq!(
        (empty.code, &*empty.err),
        (2, "commands: standard input: the lock is empty\n")
    );
}
