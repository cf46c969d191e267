//! Filters, paging, and full-text search.

use fusion_examples::tracker::store::{
    Filter, ImportHooks, IssueId, IssueSummary, NewIssue, Page, State, Store, StoreError,
};

use super::fixture::{Fixture, issue_titled, many_issues};

async fn numbers(store: &Store, filter: Filter) -> (Vec<u64>, u64) {
    let page = store.list(filter).await.unwrap();
    let ids = page.issues.iter().map(|issue| issue.id.0).collect();
    (ids, page.total)
}

async fn search(store: &Store, text: &str) -> Vec<u64> {
    let filter = Filter {
        text: Some(text.to_owned()),
        ..Filter::default()
    };
    numbers(store, filter).await.0
}

#[tokio::test]
async fn without_a_filter_the_newest_come_first() {
    let f = Fixture::new();
    assert_eq!(
        numbers(&f.store, Filter::default()).await,
        (vec![6, 5, 4, 3, 2, 1], 6)
    );
}

#[tokio::test]
async fn a_summary_is_the_issue_without_its_body() {
    let f = Fixture::new();
    let filter = Filter {
        limit: 1,
        offset: 4,
        ..Filter::default()
    };
    assert_eq!(
        f.store.list(filter).await.unwrap(),
        Page {
            issues: vec![IssueSummary {
                id: IssueId(2),
                title: "Export the report as CSV".to_owned(),
                state: State::Open,
                assignee: None,
                opened_at: "2026-01-15T13:40:51Z".to_owned(),
            }],
            total: 6,
        }
    );
}

#[tokio::test]
async fn filters_restrict_together_and_the_total_counts_what_they_leave() {
    let f = Fixture::new();
    let by = |state, assignee: Option<&str>, text: Option<&str>| Filter {
        state,
        assignee: assignee.map(str::to_owned),
        text: text.map(str::to_owned),
        ..Filter::default()
    };
    let store = &f.store;
    let (open, closed) = (Some(State::Open), Some(State::Closed));
    assert_eq!(
        numbers(store, by(open, None, None)).await,
        (vec![6, 4, 2, 1], 4)
    );
    assert_eq!(
        numbers(store, by(closed, None, None)).await,
        (vec![5, 3], 2)
    );
    assert_eq!(
        numbers(store, by(None, Some("ada"), None)).await,
        (vec![5, 1], 2)
    );
    assert_eq!(
        numbers(store, by(closed, Some("ada"), None)).await,
        (vec![5], 1)
    );
    assert_eq!(
        numbers(store, by(open, Some("ada"), Some("proxy"))).await,
        (vec![1], 1)
    );
    assert_eq!(
        numbers(store, by(closed, Some("ada"), Some("proxy"))).await,
        (vec![], 0)
    );
    assert_eq!(
        numbers(store, by(None, Some("margaret"), None)).await,
        (vec![], 0)
    );
}

#[tokio::test]
async fn a_stranger_has_no_list_of_issues() {
    let f = Fixture::new();
    let filter = Filter {
        assignee: Some("eve".to_owned()),
        ..Filter::default()
    };
    match f.store.list(filter).await {
        Err(StoreError::NoSuchMember { name }) => assert_eq!(name, "eve"),
        other => panic!("expected NoSuchMember, got {other:?}"),
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let f = Fixture::new();
    let page = |limit, offset| Filter {
        limit,
        offset,
        ..Filter::default()
    };
    assert_eq!(numbers(&f.store, page(4, 0)).await, (vec![6, 5, 4, 3], 6));
    assert_eq!(numbers(&f.store, page(4, 4)).await, (vec![2, 1], 6));
    assert_eq!(numbers(&f.store, page(4, 8)).await, (vec![], 6));
    assert_eq!(numbers(&f.store, page(4, u64::MAX)).await, (vec![], 6));
    assert_eq!(numbers(&f.store, page(0, 0)).await, (vec![], 6));
    let all = page(u32::MAX, 0);
    assert_eq!(numbers(&f.store, all).await.0.len(), 6);
}

#[tokio::test]
async fn the_default_page_has_twenty_issues() {
    let f = Fixture::new();
    f.store
        .import(many_issues(30), ImportHooks::default())
        .await
        .unwrap();
    let (ids, total) = numbers(&f.store, Filter::default()).await;
    assert_eq!(ids, (17..=36).rev().collect::<Vec<_>>());
    assert_eq!(total, 36);
}

#[tokio::test]
async fn search_finds_all_words_in_title_or_body_whatever_case_and_accents() {
    let f = Fixture::new();
    assert_eq!(search(&f.store, "proxy").await, [1]);
    assert_eq!(search(&f.store, "PROXY login").await, [1]);
    assert_eq!(search(&f.store, "login 502").await, [1]);
    assert_eq!(search(&f.store, "proxy csv").await, [0; 0]);
    assert_eq!(search(&f.store, "cafe").await, [5]);
    assert_eq!(search(&f.store, "CAFÉ").await, [5]);
}

#[tokio::test]
async fn a_word_stands_for_longer_ones_that_begin_with_it() {
    let f = Fixture::new();
    assert_eq!(search(&f.store, "expir").await, [4]);
    assert_eq!(search(&f.store, "xpires").await, [0; 0]);
}

#[tokio::test]
async fn blank_search_text_does_not_restrict() {
    let f = Fixture::new();
    assert_eq!(search(&f.store, "  \t").await, [6, 5, 4, 3, 2, 1]);
}

#[tokio::test]
async fn no_search_text_is_a_syntax_error() {
    let f = Fixture::new();
    for text in [
        "\"",
        "\"\"",
        "'",
        "*",
        "-",
        "proxy -login",
        "AND",
        "OR OR",
        "NOT proxy",
        "NEAR(",
        "title:proxy",
        "title :",
        "^proxy",
        "{title body} : x",
        "(",
        ")",
        "()",
        "a + b",
        "+",
        "proxy*",
        "**",
        "\\",
        "a\0b",
        "\0",
        ";--",
        "%_",
        "🦀",
        "\u{301}",
        "--- proxy",
    ] {
        search(&f.store, text).await;
    }
    // Operators are words like others, and signs part words.
    assert_eq!(search(&f.store, "NOT proxy").await, [0; 0]);
    assert_eq!(search(&f.store, "\"proxy\"").await, [1]);
    assert_eq!(search(&f.store, "--- proxy").await, [1]);
    assert_eq!(search(&f.store, "-wal").await, [6]);
    assert_eq!(search(&f.store, "!!!").await, [0; 0]);
    assert_eq!(search(&f.store, &"proxy ".repeat(10_000)).await, [1]);
    assert_eq!(search(&f.store, &"(".repeat(100_000)).await, [0; 0]);
}

#[tokio::test]
async fn the_search_index_follows_what_is_created_changed_and_deleted() {
    let f = Fixture::new();
    let new = NewIssue {
        body: "quokka".to_owned(),
        ..issue_titled("wombat")
    };
    let id = f.store.create(new).await.unwrap().id;
    assert_eq!(search(&f.store, "wombat quokka").await, [id.0]);

    f.sql()
        .execute("UPDATE issues SET title = 'numbat' WHERE id = ?1", [id.0])
        .unwrap();
    assert_eq!(search(&f.store, "wombat").await, [0; 0]);
    assert_eq!(search(&f.store, "numbat quokka").await, [id.0]);

    f.store.close(id).await.unwrap();
    assert_eq!(search(&f.store, "quokka").await, [id.0]);

    f.store.delete(id).await.unwrap();
    assert_eq!(search(&f.store, "quokka").await, [0; 0]);
}
