//! Each operation on members.

use fusion_examples::tracker::store::{CommentId, Issue, IssueId, Member, MemberList};
use serde_json::json;

use super::fixture::{Fixture, login_fails};

fn member(name: &str, open_issues: u64) -> Member {
    Member {
        name: name.to_owned(),
        open_issues,
    }
}

async fn list_all(f: &Fixture) -> Vec<Member> {
    f.store.members().await.unwrap().members
}

#[tokio::test]
async fn the_members_come_in_alphabetical_order_with_their_open_issues() {
    let f = Fixture::new();
    assert_eq!(
        list_all(&f).await,
        [
            member("ada", 1),
            member("grace", 0),
            member("linus", 1),
            member("margaret", 0),
        ]
    );
    let one = MemberList {
        members: vec![member("ada", 1)],
    };
    assert_eq!(
        serde_json::to_value(one).unwrap(),
        json!({"members": [{"name": "ada", "open_issues": 1}]})
    );
}

#[tokio::test]
async fn a_new_member_can_be_given_work_and_the_name_is_taken() {
    let f = Fixture::new();
    let added = f.store.add_member(" barbara ").await.unwrap();
    assert_eq!(added, member("barbara", 0));
    let given = f.store.assign(IssueId(1), Some("barbara".to_owned())).await;
    assert_eq!(
        given.unwrap(),
        Issue {
            assignee: Some("barbara".to_owned()),
            ..login_fails()
        }
    );
    assert_eq!(list_all(&f).await[1], member("barbara", 1));

    for (name, wanted) in [
        ("barbara", "there is already a member named \"barbara\""),
        ("", "member must not be empty"),
        ("a\tb", "member must be one line without control characters"),
    ] {
        let error = f.store.add_member(name).await.unwrap_err();
        assert_eq!(error.to_string(), wanted);
    }
}

#[tokio::test]
async fn removing_leaves_issues_to_nobody_and_comments_without_an_author() {
    let f = Fixture::new();
    let remove = |name: &str| f.store.remove_member(name.to_owned());
    assert_eq!(remove("ada").await.unwrap(), Some(2));
    assert_eq!(remove("ada").await.unwrap(), None);
    assert_eq!(remove("margaret").await.unwrap(), Some(0));
    assert_eq!(list_all(&f).await, [member("grace", 0), member("linus", 1)]);

    assert_eq!(
        f.store.get(IssueId(1)).await.unwrap(),
        Issue {
            assignee: None,
            ..login_fails()
        }
    );
    let comments = f.store.comments(IssueId(1), 20, 0).await.unwrap().comments;
    let authors: Vec<_> = comments
        .into_iter()
        .map(|comment| (comment.id, comment.author))
        .collect();
    assert_eq!(
        authors,
        [
            (CommentId(1), Some("grace".to_owned())),
            (CommentId(2), None)
        ]
    );
}
