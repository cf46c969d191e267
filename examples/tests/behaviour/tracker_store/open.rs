//! Opening of databases, and the errors for files that are none.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use fusion_examples::tracker::store::{Filter, ImportHooks, NewIssue, OpenError, Store};
use rusqlite::Connection;
use tempfile::TempDir;

use super::fixture::{Fixture, issue_titled, many_issues};

/// The one line, with the directory (which differs each time) taken out.
fn refusal(dir: &TempDir, path: &Path) -> String {
    let text = Store::open(path).unwrap_err().to_string();
    assert!(!text.contains('\n'), "{text}");
    text.replace(dir.path().to_str().unwrap(), "DIR")
}

fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

/// A whole database with a few hundred issues, closed.
async fn bytes_of_a_tracker() -> Vec<u8> {
    let f = Fixture::new();
    f.store
        .import(many_issues(300), ImportHooks::default())
        .await
        .unwrap();
    // Fills pages of its own, outside of the tree.
    let long = NewIssue {
        body: "one of many words ".repeat(1000),
        ..issue_titled("long")
    };
    f.store.create(long).await.unwrap();
    // A page that is in no use may hold anything.
    f.sql().execute_batch("VACUUM").unwrap();
    let dir = f.close();
    fs::read(dir.path().join("tracker.db")).unwrap()
}

#[test]
fn the_connection_is_set_up_to_survive_and_the_file_says_whose_it_is() {
    let f = Fixture::new();
    let sql = f.sql();
    let pragma = |name: &str| -> String {
        sql.query_row(
            &format!("SELECT CAST({name} AS TEXT) FROM pragma_{name}"),
            [],
            |row| row.get(0),
        )
        .unwrap()
    };
    assert_eq!(pragma("journal_mode"), "wal");
    assert_eq!(pragma("user_version"), "5");
    assert_eq!(pragma("application_id"), "1416784754");
}

#[tokio::test]
async fn an_empty_file_becomes_a_tracker() {
    let (_dir, path) = file(b"");
    let store = Store::open(&path).unwrap();
    assert_eq!(store.list(Filter::default()).await.unwrap().total, 6);
}

#[test]
fn a_path_that_looks_like_a_uri_is_a_path() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("file:x?mode=memory");
    drop(Store::open(&path).unwrap());
    assert!(path.is_file());
}

#[test]
fn an_empty_path_is_refused() {
    let error = Store::open("").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the path of the tracker's database is empty; give one, such as tracker.db"
    );
}

#[test]
fn a_directory_is_refused() {
    let dir = TempDir::new().unwrap();
    assert_eq!(
        refusal(&dir, dir.path()),
        "\"DIR\" is not a file; give the path of a database file, which is created if there is none"
    );
}

#[test]
fn a_path_that_cannot_be_written_is_refused() {
    let (dir, under_a_file) = file(b"not a directory");
    for path in [
        dir.path().join("missing/tracker.db"),
        under_a_file.join("tracker.db"),
    ] {
        let text = refusal(&dir, &path);
        let quoted = format!("{path:?}").replace(dir.path().to_str().unwrap(), "DIR");
        assert_eq!(
            text,
            format!(
                "cannot open or create {quoted} for writing; \
                 check that its folder exists and that this user may write to both"
            )
        );
    }
    assert!(!dir.path().join("missing").exists());
}

#[test]
fn a_path_is_quoted_so_that_the_refusal_stays_one_line() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("two\nlines/tracker.db");
    let text = refusal(&dir, &path);
    assert!(text.starts_with(r#"cannot open or create "DIR/two\nlines/tracker.db" for"#));
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_and_left_alone() {
    let not_a_database = "\"DIR/tracker.db\" is not a SQLite database; \
                          give another path, or move the file away to start with a new one";
    let mut garbage_header = bytes_of_a_tracker().await;
    garbage_header[..100].fill(0xA5);
    for bytes in [
        b"title,state\nLogin fails,open\n".to_vec(),
        b"x".to_vec(),
        vec![0; 4096],
        garbage_header,
    ] {
        let (dir, path) = file(&bytes);
        assert_eq!(refusal(&dir, &path), not_a_database);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[tokio::test]
async fn a_truncated_database_is_refused_wherever_it_was_cut() {
    let whole = bytes_of_a_tracker().await;
    for end in (1..whole.len()).step_by(1000) {
        let (dir, path) = file(&whole[..end]);
        let text = refusal(&dir, &path);
        assert!(
            text.starts_with("\"DIR/tracker.db\" is damaged (")
                || text.starts_with("\"DIR/tracker.db\" is not a SQLite database; "),
            "cut at {end}: {text}"
        );
    }
    let (dir, path) = file(&whole[..whole.len() / 2]);
    assert_eq!(
        refusal(&dir, &path),
        "\"DIR/tracker.db\" is damaged (database disk image is malformed); \
         restore it from a backup, or move it away to start with a new one"
    );
}

#[tokio::test]
async fn a_database_with_any_one_page_overwritten_is_refused() {
    const PAGE: usize = 4096;
    let whole = bytes_of_a_tracker().await;
    assert_eq!(whole.len() % PAGE, 0);
    for fill in [0x00, 0xA5, 0xFF] {
        for start in (0..whole.len()).step_by(PAGE) {
            let mut bytes = whole.clone();
            bytes[start..start + PAGE].fill(fill);
            let (dir, path) = file(&bytes);
            let page = start / PAGE + 1;
            let text = match Store::open(&path) {
                Ok(_) => panic!("page {page} full of {fill:#x} went unnoticed"),
                Err(error) => error.to_string(),
            };
            assert!(!text.contains('\n'), "{text}");
            drop(dir);
        }
    }
}

#[test]
fn the_database_of_another_program_is_refused_and_left_alone() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("music.db");
    Connection::open(&path)
        .unwrap()
        .execute_batch("CREATE TABLE songs (title TEXT)")
        .unwrap();
    let before = fs::read(&path).unwrap();
    assert_eq!(
        refusal(&dir, &path),
        "\"DIR/music.db\" is the database of another program, not a tracker's; give another path"
    );
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_database_of_a_newer_version_is_refused() {
    let f = Fixture::new();
    f.sql().pragma_update(None, "user_version", 6).unwrap();
    let path = f.path();
    let dir = f.close();
    assert_eq!(
        refusal(&dir, &path),
        "\"DIR/tracker.db\" has schema version 6, this program knows versions up to 5; \
         run a newer program, or give another path"
    );
}

#[test]
fn a_refusal_by_sqlite_keeps_its_words_as_the_source() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("missing/tracker.db");
    match Store::open(path) {
        Err(OpenError::Unwritable { source, .. }) => assert!(source.is_some()),
        other => panic!("expected Unwritable, got {other:?}"),
    }
}

#[tokio::test]
async fn several_programs_may_create_the_same_database_at_once() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    let opening: Vec<_> = (0..8)
        .map(|_| {
            let path = path.clone();
            thread::spawn(move || Store::open(path))
        })
        .collect();
    for store in opening {
        let store = store.join().unwrap().unwrap();
        assert_eq!(store.list(Filter::default()).await.unwrap().total, 6);
    }
}

#[tokio::test]
async fn a_tracker_in_memory_is_seeded_and_reads_what_it_wrote() {
    let store = Store::in_memory().unwrap();
    let seeded = store.list(Filter::default()).await.unwrap().total;
    assert!(seeded > 0);
    let id = store.create(issue_titled("new")).await.unwrap().id;
    let listed = store.list(Filter::default()).await.unwrap();
    assert_eq!(listed.total, seeded + 1);
    assert_eq!(listed.issues[0].id, id);
}
