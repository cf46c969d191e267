//! Each operation on comments.

use fusion_examples::tracker::store::{
    Comment, CommentId, CommentPage, IssueId, NewComment, StoreError,
};
use serde_json::json;

use super::fixture::{Fixture, is_rfc3339_utc};

fn the_same_here() -> Comment {
    Comment {
        id: CommentId(1),
        issue: IssueId(1),
        author: Some("grace".to_owned()),
        body: "The same here, with a proxy that asks for a password.".to_owned(),
        written_at: "2026-01-12T10:01:30Z".to_owned(),
    }
}

fn i_have_a_fix() -> Comment {
    Comment {
        id: CommentId(2),
        issue: IssueId(1),
        author: Some("ada".to_owned()),
        body: "We do not pass the Host header on. I have a fix.".to_owned(),
        written_at: "2026-01-13T08:12:00Z".to_owned(),
    }
}

fn new(issue: u64, author: &str, body: &str) -> NewComment {
    NewComment {
        issue: IssueId(issue),
        author: author.to_owned(),
        body: body.to_owned(),
    }
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> String {
    answer.unwrap_err().to_string()
}

#[tokio::test]
async fn the_comments_on_an_issue_come_oldest_first_and_in_pages() {
    let f = Fixture::new();
    let page = |limit, offset| f.store.comments(IssueId(1), limit, offset);
    let of = |comments| CommentPage { comments, total: 2 };
    assert_eq!(
        page(20, 0).await.unwrap(),
        of(vec![the_same_here(), i_have_a_fix()])
    );
    assert_eq!(page(1, 0).await.unwrap(), of(vec![the_same_here()]));
    assert_eq!(page(1, 1).await.unwrap(), of(vec![i_have_a_fix()]));
    assert_eq!(page(1, u64::MAX).await.unwrap(), of(vec![]));

    let silent = f.store.comments(IssueId(2), 20, 0).await.unwrap();
    assert_eq!(
        silent,
        CommentPage {
            comments: vec![],
            total: 0
        }
    );
    assert_eq!(
        serde_json::to_value(page(1, 0).await.unwrap()).unwrap(),
        json!({
            "comments": [{
                "id": 1,
                "issue": 1,
                "author": "grace",
                "body": "The same here, with a proxy that asks for a password.",
                "written_at": "2026-01-12T10:01:30Z",
            }],
            "total": 2,
        })
    );
}

#[tokio::test]
async fn a_new_comment_has_the_next_number_and_the_time_and_counts() {
    let f = Fixture::new();
    let body = " Line one\n\nline three ";
    let written = f.store.add_comment(new(2, "linus", body)).await.unwrap();
    assert!(
        is_rfc3339_utc(&written.written_at),
        "{}",
        written.written_at
    );
    assert_eq!(
        written,
        Comment {
            id: CommentId(5),
            issue: IssueId(2),
            author: Some("linus".to_owned()),
            body: body.to_owned(),
            written_at: written.written_at.clone(),
        }
    );
    let page = f.store.comments(IssueId(2), 20, 0).await.unwrap();
    assert_eq!(
        page,
        CommentPage {
            comments: vec![written],
            total: 1
        }
    );
    assert_eq!(f.store.get(IssueId(2)).await.unwrap().comments, 1);
}

#[tokio::test]
async fn a_comment_needs_an_issue_a_member_and_something_to_say() {
    let f = Fixture::new();
    for (comment, wanted) in [
        (new(99, "ada", "x"), "there is no issue 99"),
        (
            new(u64::MAX, "ada", "x"),
            "there is no issue 18446744073709551615",
        ),
        (new(99, "eve", "x"), "there is no issue 99"),
        (new(1, "eve", "x"), "there is no member named \"eve\""),
        (new(1, "ada", " \n"), "body must not be empty"),
        (new(1, "ada", "a\0b"), "body must not contain NUL"),
    ] {
        assert_eq!(refusal(f.store.add_comment(comment).await), wanted);
    }
    assert_eq!(
        refusal(f.store.comments(IssueId(99), 20, 0).await),
        "there is no issue 99"
    );
    let next = f.store.add_comment(new(1, "ada", "x")).await.unwrap();
    assert_eq!(next.id, CommentId(5));
}

#[tokio::test]
async fn editing_changes_what_a_comment_says_and_nothing_else() {
    let f = Fixture::new();
    let edit = |id, body: &str| f.store.edit_comment(CommentId(id), body.to_owned());
    let edited = Comment {
        body: "Fixed.".to_owned(),
        ..i_have_a_fix()
    };
    assert_eq!(edit(2, "Fixed.").await.unwrap(), edited);
    assert_eq!(edit(2, "Fixed.").await.unwrap(), edited);
    let page = f.store.comments(IssueId(1), 20, 0).await.unwrap();
    assert_eq!(page.comments, [the_same_here(), edited]);

    assert_eq!(refusal(edit(2, " ").await), "body must not be empty");
    for id in [0, 99, u64::MAX] {
        let wanted = format!("there is no comment {id}");
        assert_eq!(refusal(edit(id, "x").await), wanted);
    }
}

#[tokio::test]
async fn deleting_tells_once_and_a_number_is_not_used_again() {
    let f = Fixture::new();
    let newest = CommentId(4);
    assert!(f.store.delete_comment(newest).await.unwrap());
    assert!(!f.store.delete_comment(newest).await.unwrap());
    assert!(!f.store.delete_comment(CommentId(u64::MAX)).await.unwrap());
    let page = f.store.comments(IssueId(4), 20, 0).await.unwrap();
    assert_eq!(page.total, 0);

    let next = f.store.add_comment(new(4, "ada", "x")).await.unwrap();
    assert_eq!(next.id, CommentId(5));
    assert!(!f.store.delete_comment(newest).await.unwrap());
}
