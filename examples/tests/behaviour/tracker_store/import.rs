//! The import is atomic, reports progress, can be cancelled, and blocks no other caller.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use fusion_examples::tracker::store::{
    Filter, ImportHooks, IssueId, NewIssue, Store, StoreError, parse_issues,
};
use tokio::sync::oneshot;

use super::fixture::{Fixture, issue_titled, login_fails, many_issues};

async fn total(store: &Store) -> u64 {
    store.list(Filter::default()).await.unwrap().total
}

fn paced(ms: u64) -> ImportHooks {
    ImportHooks {
        pace: Duration::from_millis(ms),
        ..ImportHooks::default()
    }
}

/// Returns hooks that are cancelled from the `n`th check on (from 1).
fn cancelled_at(n: usize) -> ImportHooks {
    let asked = AtomicUsize::new(0);
    ImportHooks {
        cancelled: Box::new(move || asked.fetch_add(1, Ordering::Relaxed) + 1 >= n),
        ..ImportHooks::default()
    }
}

#[tokio::test]
async fn all_issues_of_a_text_are_stored_in_its_order() {
    let f = Fixture::new();
    let text = "# from the old tracker\nFirst | one | ada\n\nSecond\nThird | three";
    let ids = f
        .store
        .import(parse_issues(text).unwrap(), ImportHooks::default())
        .await
        .unwrap();
    assert_eq!(ids, [IssueId(7), IssueId(8), IssueId(9)]);
    let first = f.store.get(IssueId(7)).await.unwrap();
    assert_eq!(
        (first.title, first.body, first.assignee),
        ("First".to_owned(), "one".to_owned(), Some("ada".to_owned()))
    );
    assert_eq!(f.store.import(vec![], paced(1)).await.unwrap(), []);
}

#[tokio::test]
async fn progress_is_told_after_each_issue() {
    let f = Fixture::new();
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let hooks = ImportHooks {
        progress: Box::new(move |done, of| sink.lock().unwrap().push((done, of))),
        ..paced(1)
    };
    f.store.import(many_issues(3), hooks).await.unwrap();
    assert_eq!(*told.lock().unwrap(), [(1, 3), (2, 3), (3, 3)]);
}

#[tokio::test]
async fn one_bad_issue_keeps_all_out() {
    let f = Fixture::new();
    let mut bad_title = many_issues(5);
    bad_title[3] = issue_titled("");
    let error = f.store.import(bad_title, ImportHooks::default()).await;
    assert_eq!(error.unwrap_err().to_string(), "title must not be empty");

    let mut stranger = many_issues(5);
    stranger[4].assignee = Some("eve".to_owned());
    let error = f.store.import(stranger, ImportHooks::default()).await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "there is no member named \"eve\""
    );
    assert_eq!(total(&f.store).await, 6);
}

#[tokio::test]
async fn an_import_cancelled_at_any_point_stores_nothing() {
    let f = Fixture::new();
    // The hook is called for each of 4 issues when it is prepared, and again when it is stored.
    for n in 1..=8 {
        let answer = f.store.import(many_issues(4), cancelled_at(n)).await;
        assert!(matches!(answer, Err(StoreError::Cancelled)), "{n}");
        assert_eq!(total(&f.store).await, 6, "{n}");
    }
    let ids = f
        .store
        .import(many_issues(4), cancelled_at(9))
        .await
        .unwrap();
    assert_eq!(ids.first(), Some(&IssueId(7)));
}

#[tokio::test]
async fn an_import_whose_caller_has_gone_stores_nothing() {
    let f = Fixture::new();
    let import = f.store.import(many_issues(1000), paced(5));
    let timeout = tokio::time::timeout(Duration::from_millis(30), import).await;
    assert!(timeout.is_err());
    assert_eq!(total(&f.store).await, 6);
}

#[tokio::test]
async fn a_slow_import_holds_up_no_other_call() {
    let f = Fixture::new();
    let prepared = Arc::new(AtomicUsize::new(0));
    let sink = Arc::clone(&prepared);
    let hooks = ImportHooks {
        progress: Box::new(move |done, _| sink.store(done, Ordering::Relaxed)),
        ..paced(5)
    };
    let store = f.store.clone();
    // Would last for at least 50 seconds.
    let import = tokio::spawn(async move { store.import(many_issues(10_000), hooks).await });
    while prepared.load(Ordering::Relaxed) < 3 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let before = prepared.load(Ordering::Relaxed);
    for n in 7..=30 {
        let created = f.store.create(issue_titled("meanwhile")).await.unwrap();
        assert_eq!(f.store.get(IssueId(n)).await.unwrap(), created);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(before < prepared.load(Ordering::Relaxed));
    assert!(!import.is_finished());
    assert_eq!(total(&f.store).await, 30);
    import.abort();
}

#[tokio::test]
async fn reads_are_answered_while_an_import_is_in_its_transaction() {
    let f = Fixture::new();
    let (tell_inside, inside) = oneshot::channel();
    let (release, held) = mpsc::channel::<()>();
    let asked = AtomicUsize::new(0);
    let tell_inside = Mutex::new(Some(tell_inside));
    let hooks = ImportHooks {
        cancelled: Box::new(move || {
            // 2 issues: the fourth question comes between two inserts.
            if asked.fetch_add(1, Ordering::Relaxed) + 1 == 4 {
                let tell = tell_inside.lock().unwrap().take();
                tell.unwrap().send(()).unwrap();
                held.recv().unwrap();
            }
            false
        }),
        ..ImportHooks::default()
    };
    let store = f.store.clone();
    let import = tokio::spawn(async move { store.import(many_issues(2), hooks).await });
    inside.await.unwrap();
    assert_eq!(total(&f.store).await, 6);
    assert_eq!(f.store.get(IssueId(1)).await.unwrap(), login_fails());
    release.send(()).unwrap();
    assert_eq!(import.await.unwrap().unwrap(), [IssueId(7), IssueId(8)]);
    assert_eq!(total(&f.store).await, 8);
}

#[tokio::test]
async fn the_most_issues_that_one_import_takes_are_stored_and_one_more_is_refused() {
    let f = Fixture::new();
    let new: Vec<NewIssue> = many_issues(10_000)
        .into_iter()
        .map(|issue| NewIssue {
            body: "some words that the search index has to take in ".repeat(4),
            ..issue
        })
        .collect();
    let ids = f.store.import(new, ImportHooks::default()).await.unwrap();
    assert_eq!(ids.len(), 10_000);
    assert_eq!(total(&f.store).await, 10_006);

    let error = f
        .store
        .import(many_issues(10_001), ImportHooks::default())
        .await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "issues must be at most 10000 at a time; these are 10001"
    );
}
