//! Helpers of several of these files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fusion_examples::tracker::store::{Issue, IssueId, NewIssue, State, Store};
use rusqlite::Connection;
use tempfile::TempDir;

/// A store in a directory of its own, which goes with the value.
pub(crate) struct Fixture {
    pub(crate) store: Store,
    pub(crate) dir: TempDir,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let store = Store::open(dir.path().join("tracker.db")).unwrap();
        Self { store, dir }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.dir.path().join("tracker.db")
    }

    /// Another program's view of the file.
    pub(crate) fn sql(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }

    /// Drops the store, waits until the file is closed, and keeps the directory.
    pub(crate) fn close(self) -> TempDir {
        let path = self.path();
        drop(self.store);
        wait_until_closed(&path);
        self.dir
    }
}

/// The last connection to close a database removes its `-wal`.
pub(crate) fn wait_until_closed(path: &Path) {
    let wal = path.with_extension("db-wal");
    let deadline = Instant::now() + Duration::from_secs(10);
    while wal.exists() {
        assert!(Instant::now() < deadline, "the store's thread did not end");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub(crate) fn issue_titled(title: impl Into<String>) -> NewIssue {
    NewIssue {
        title: title.into(),
        ..NewIssue::default()
    }
}

pub(crate) fn many_issues(count: usize) -> Vec<NewIssue> {
    (1..=count)
        .map(|n| issue_titled(format!("row {n}")))
        .collect()
}

/// The first seeded issue.
pub(crate) fn login_fails() -> Issue {
    Issue {
        id: IssueId(1),
        title: "Login fails behind a proxy".to_owned(),
        body: "With HTTPS_PROXY set, the login page answers 502 after about ten seconds. \
               Without it all is well."
            .to_owned(),
        state: State::Open,
        assignee: Some("ada".to_owned()),
        labels: vec!["bug".to_owned()],
        comments: 2,
        opened_at: "2026-01-12T09:14:03Z".to_owned(),
        closed_at: None,
    }
}

/// Returns `true` for a time like `2026-01-12T09:14:03Z`.
pub(crate) fn is_rfc3339_utc(text: &str) -> bool {
    text.len() == 20
        && text
            .bytes()
            .zip("dddd-dd-ddTdd:dd:ddZ".bytes())
            .all(|(byte, form)| match form {
                b'd' => byte.is_ascii_digit(),
                _ => byte == form,
            })
}
