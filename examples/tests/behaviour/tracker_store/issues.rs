//! Each operation on one issue.

use fusion_examples::tracker::store::{Issue, IssueId, NewIssue, State, StoreError};
use serde_json::json;

use super::fixture::{Fixture, is_rfc3339_utc, issue_titled, login_fails};

fn not_found<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> IssueId {
    match answer {
        Err(StoreError::NotFound { id }) => id,
        other => panic!("expected NotFound, got {other:?}"),
    }
}

fn no_such_member<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> String {
    match answer {
        Err(StoreError::NoSuchMember { name }) => name,
        other => panic!("expected NoSuchMember, got {other:?}"),
    }
}

#[tokio::test]
async fn an_issue_is_read_with_body_labels_and_number_of_comments() {
    let f = Fixture::new();
    assert_eq!(f.store.get(IssueId(1)).await.unwrap(), login_fails());
    let reset = f.store.get(IssueId(4)).await.unwrap();
    assert_eq!(reset.labels, ["bug", "security"]);
}

#[tokio::test]
async fn an_issue_as_json() {
    let f = Fixture::new();
    let typo = f.store.get(IssueId(3)).await.unwrap();
    assert_eq!(
        serde_json::to_value(typo).unwrap(),
        json!({
            "id": 3,
            "title": "Typo on the start page",
            "body": "It says \"Welcom back\".",
            "state": "closed",
            "assignee": "grace",
            "labels": ["docs"],
            "comments": 1,
            "opened_at": "2026-01-19T08:02:17Z",
            "closed_at": "2026-01-19T10:30:00Z",
        })
    );
    assert_eq!(serde_json::from_str::<IssueId>("7").unwrap(), IssueId(7));
    assert_eq!(
        serde_json::from_str::<State>("\"open\"").unwrap(),
        State::Open
    );
}

#[tokio::test]
async fn a_number_that_no_issue_has_is_not_found_however_large() {
    let f = Fixture::new();
    for id in [IssueId(0), IssueId(99), IssueId(u64::MAX), IssueId(1 << 63)] {
        assert_eq!(not_found(f.store.get(id).await), id);
        assert_eq!(not_found(f.store.close(id).await), id);
        assert_eq!(not_found(f.store.assign(id, None).await), id);
        assert!(!f.store.delete(id).await.unwrap());
    }
    let text = f.store.get(IssueId(99)).await.unwrap_err().to_string();
    assert_eq!(text, "there is no issue 99");
}

#[tokio::test]
async fn a_new_issue_is_open_and_has_the_next_number_and_the_time() {
    let f = Fixture::new();
    let new = NewIssue {
        title: " Add a dark theme ".to_owned(),
        body: "For the night.\n".to_owned(),
        assignee: Some("linus".to_owned()),
    };
    let issue = f.store.create(new).await.unwrap();
    assert!(is_rfc3339_utc(&issue.opened_at), "{}", issue.opened_at);
    assert_eq!(
        issue,
        Issue {
            id: IssueId(7),
            title: "Add a dark theme".to_owned(),
            body: "For the night.\n".to_owned(),
            state: State::Open,
            assignee: Some("linus".to_owned()),
            labels: vec![],
            comments: 0,
            opened_at: issue.opened_at.clone(),
            closed_at: None,
        }
    );
    assert_eq!(f.store.get(IssueId(7)).await.unwrap(), issue);
}

#[tokio::test]
async fn a_new_issue_that_breaks_a_rule_is_refused_and_takes_no_number() {
    let f = Fixture::new();
    let error = f.store.create(issue_titled("  ")).await.unwrap_err();
    assert_eq!(error.to_string(), "title must not be empty");

    let stranger = NewIssue {
        assignee: Some("Robert'); DROP TABLE issues;--".to_owned()),
        ..issue_titled("fine")
    };
    assert_eq!(
        no_such_member(f.store.create(stranger).await),
        "Robert'); DROP TABLE issues;--"
    );
    let next = f.store.create(issue_titled("next")).await.unwrap();
    assert_eq!(next.id, IssueId(7));
}

#[tokio::test]
async fn closing_sets_state_and_time_and_closing_again_changes_nothing() {
    let f = Fixture::new();
    let closed = f.store.close(IssueId(1)).await.unwrap();
    let at = closed.closed_at.clone().unwrap();
    assert!(is_rfc3339_utc(&at), "{at}");
    assert_eq!(
        closed,
        Issue {
            state: State::Closed,
            closed_at: Some(at),
            ..login_fails()
        }
    );
    let typo = f.store.get(IssueId(3)).await.unwrap();
    assert_eq!(f.store.close(IssueId(3)).await.unwrap(), typo);
}

#[tokio::test]
async fn an_issue_is_given_to_a_member_and_taken_back() {
    let f = Fixture::new();
    let given = f.store.assign(IssueId(1), Some("grace".to_owned())).await;
    assert_eq!(
        given.unwrap(),
        Issue {
            assignee: Some("grace".to_owned()),
            ..login_fails()
        }
    );
    let taken = f.store.assign(IssueId(1), None).await;
    assert_eq!(
        taken.unwrap(),
        Issue {
            assignee: None,
            ..login_fails()
        }
    );
}

#[tokio::test]
async fn an_issue_cannot_be_given_to_a_stranger() {
    let f = Fixture::new();
    let answer = f.store.assign(IssueId(1), Some("eve".to_owned())).await;
    assert_eq!(
        answer.as_ref().unwrap_err().to_string(),
        "there is no member named \"eve\""
    );
    assert_eq!(no_such_member(answer), "eve");
    assert_eq!(f.store.get(IssueId(1)).await.unwrap(), login_fails());
}

#[tokio::test]
async fn deleting_takes_comments_labels_and_search_words_along_and_tells_once() {
    let f = Fixture::new();
    assert!(f.store.delete(IssueId(4)).await.unwrap());
    assert!(!f.store.delete(IssueId(4)).await.unwrap());
    assert_eq!(not_found(f.store.get(IssueId(4)).await), IssueId(4));

    let sql = f.sql();
    let count = |query: &str| -> u64 { sql.query_row(query, [], |row| row.get(0)).unwrap() };
    assert_eq!(count("SELECT count(*) FROM comments WHERE issue = 4"), 0);
    assert_eq!(
        count("SELECT count(*) FROM issue_labels WHERE issue = 4"),
        0
    );
    assert_eq!(count("SELECT count(*) FROM comments"), 3);
    assert_eq!(
        count("SELECT count(*) FROM issue_search WHERE issue_search MATCH 'expires'"),
        0
    );
}

#[tokio::test]
async fn the_number_of_a_deleted_issue_is_not_used_again() {
    let f = Fixture::new();
    let first = f.store.create(issue_titled("one")).await.unwrap();
    f.store.delete(first.id).await.unwrap();
    let second = f.store.create(issue_titled("two")).await.unwrap();
    assert_eq!((first.id, second.id), (IssueId(7), IssueId(8)));
}

#[test]
fn the_database_itself_refuses_other_states_and_lost_references() {
    let f = Fixture::new();
    let sql = f.sql();
    sql.pragma_update(None, "foreign_keys", true).unwrap();
    for broken in [
        "UPDATE issues SET state = 'asleep'",
        "UPDATE issues SET state = 'closed', closed_at = NULL",
        "INSERT INTO comments (issue, author, body) VALUES (99, 'ada', 'x')",
        "INSERT INTO comments (issue, author, body) VALUES (1, 'eve', 'x')",
        "INSERT INTO issue_labels (issue, label) VALUES (1, 'no such label')",
    ] {
        assert_eq!(
            sql.execute_batch(broken).unwrap_err().sqlite_error_code(),
            Some(rusqlite::ErrorCode::ConstraintViolation),
            "{broken}"
        );
    }
}

#[tokio::test]
async fn an_issue_is_accepted_with_label_and_member_or_not_at_all() {
    let f = Fixture::new();
    let accept = |id, label: &str, member: Option<&str>| {
        let (label, member) = (label.to_owned(), member.map(str::to_owned));
        f.store.accept(IssueId(id), label, member)
    };
    for (id, label, member, wanted) in [
        (99, "docs", Some("ada"), "there is no issue 99"),
        (2, "dosc", Some("ada"), "there is no label named \"dosc\""),
        (2, "docs", Some("eve"), "there is no member named \"eve\""),
    ] {
        let error = accept(id, label, member).await.unwrap_err();
        assert_eq!(error.to_string(), wanted);
    }
    let before = f.store.get(IssueId(2)).await.unwrap();
    assert_eq!(
        (&*before.labels, &before.assignee),
        (&["feature".to_owned()][..], &None)
    );

    // Without a member the assignee stays.
    for (label, member) in [("docs", Some("ada")), ("docs", None), ("feature", None)] {
        let accepted = accept(2, label, member).await.unwrap();
        let wanted = Issue {
            labels: vec!["docs".to_owned(), "feature".to_owned()],
            assignee: Some("ada".to_owned()),
            ..before.clone()
        };
        assert_eq!(accepted, wanted);
    }
}
