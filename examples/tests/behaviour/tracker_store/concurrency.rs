//! Many callers at once, and callers that go away.

use std::collections::HashSet;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use fusion_examples::tracker::store::{Filter, ImportHooks, IssueId, State};

use super::fixture::{Fixture, issue_titled, many_issues, wait_until_closed};

fn assert_shareable<T: Clone + Send + Sync + 'static>(_: &T) {}

/// Polls once, and drops.
async fn abandon<T>(call: impl Future<Output = T>) {
    let mut call = pin!(call);
    poll_fn(|context| {
        let _ = call.as_mut().poll(context);
        Poll::Ready(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_callers_at_once_each_get_their_own_answer() {
    let f = Fixture::new();
    assert_shareable(&f.store);
    let calls: Vec<_> = (0..200)
        .map(|n| {
            let store = f.store.clone();
            tokio::spawn(async move {
                let title = format!("caller {n}");
                let id = store.create(issue_titled(&title)).await.unwrap().id;
                store.assign(id, Some("grace".to_owned())).await.unwrap();
                let closed = store.close(id).await.unwrap();
                assert_eq!(closed.title, title);
                assert_eq!(store.get(id).await.unwrap(), closed);
                if n % 2 == 0 {
                    assert!(store.delete(id).await.unwrap());
                }
                id
            })
        })
        .collect();
    let mut ids = HashSet::new();
    for call in calls {
        ids.insert(call.await.unwrap());
    }
    assert_eq!(ids.len(), 200);
    let filter = Filter {
        state: Some(State::Closed),
        text: Some("caller".to_owned()),
        limit: 1,
        ..Filter::default()
    };
    assert_eq!(f.store.list(filter).await.unwrap().total, 100);
}

#[tokio::test]
async fn a_caller_that_goes_away_disturbs_nobody() {
    let f = Fixture::new();
    for _ in 0..100 {
        abandon(f.store.create(issue_titled("abandoned"))).await;
        abandon(f.store.import(many_issues(3), ImportHooks::default())).await;
        abandon(f.store.list(Filter::default())).await;
    }
    assert_eq!(f.store.get(IssueId(1)).await.unwrap().id, IssueId(1));
    f.store.create(issue_titled("stays")).await.unwrap();
}

#[tokio::test]
async fn the_last_clone_closes_the_database() {
    let f = Fixture::new();
    let path = f.path();
    let Fixture { store, dir } = f;
    let clone = store.clone();
    drop(store);
    clone.create(issue_titled("still open")).await.unwrap();
    drop(clone);
    wait_until_closed(&path);
    drop(dir);
}
