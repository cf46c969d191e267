//! The reads before a deletion.

use fusion_examples::tracker::store::{Comment, CommentId, IssueId, Label, MemberTraces};

use super::fixture::Fixture;

#[tokio::test]
async fn a_comment_is_read_until_it_is_deleted() {
    let f = Fixture::new();
    let corrected = Comment {
        id: CommentId(3),
        issue: IssueId(3),
        author: Some("grace".to_owned()),
        body: "Corrected.".to_owned(),
        written_at: "2026-01-19T10:30:00Z".to_owned(),
    };
    let read = |id| f.store.comment(CommentId(id));
    assert_eq!(read(3).await.unwrap(), Some(corrected));
    f.store.delete_comment(CommentId(3)).await.unwrap();
    for id in [3, 0, u64::MAX] {
        assert_eq!(read(id).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_label_is_read_with_how_many_issues_have_it() {
    let f = Fixture::new();
    let security = Label {
        name: "security".to_owned(),
        meaning: "Handle before anything else.".to_owned(),
        issues: 1,
    };
    let read = |name: &str| f.store.label(name.to_owned());
    assert_eq!(read("security").await.unwrap(), Some(security));
    assert_eq!(read("Security").await.unwrap(), None);
}

#[tokio::test]
async fn the_traces_of_a_member_are_all_issues_and_all_comments() {
    let f = Fixture::new();
    for (name, issues, comments) in [("ada", 2, 1), ("grace", 1, 2), ("margaret", 0, 1)] {
        let traces = f.store.member_traces(name.to_owned()).await.unwrap();
        assert_eq!(traces, Some(MemberTraces { issues, comments }));
    }
    let nobody = f.store.member_traces("eve".to_owned()).await.unwrap();
    assert_eq!(nobody, None);
}
