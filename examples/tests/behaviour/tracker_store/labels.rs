//! Each operation on labels.

use fusion_examples::tracker::store::{IssueId, IssueLabels, Label, LabelList, StoreError};
use serde_json::json;

use super::fixture::{Fixture, login_fails};

fn label(name: &str, meaning: &str, issues: u64) -> Label {
    Label {
        name: name.to_owned(),
        meaning: meaning.to_owned(),
        issues,
    }
}

fn bug() -> Label {
    label("bug", "Something does not work as documented.", 3)
}

fn docs() -> Label {
    label("docs", "Only words have to change.", 2)
}

fn feature() -> Label {
    label("feature", "Something new.", 1)
}

fn security() -> Label {
    label("security", "Handle before anything else.", 1)
}

async fn list_all(f: &Fixture) -> Vec<Label> {
    f.store.labels().await.unwrap().labels
}

fn issue_labels(issue: u64, labels: &[&str]) -> IssueLabels {
    IssueLabels {
        issue: IssueId(issue),
        labels: labels.iter().map(|&label| label.to_owned()).collect(),
    }
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> String {
    answer.unwrap_err().to_string()
}

#[tokio::test]
async fn the_labels_come_in_alphabetical_order_with_how_often_they_are_used() {
    let f = Fixture::new();
    assert_eq!(list_all(&f).await, [bug(), docs(), feature(), security()]);
    let one = LabelList {
        labels: vec![docs()],
    };
    assert_eq!(
        serde_json::to_value(one).unwrap(),
        json!({"labels": [{
            "name": "docs",
            "meaning": "Only words have to change.",
            "issues": 2,
        }]})
    );
}

#[tokio::test]
async fn a_new_label_is_on_no_issue_and_its_name_is_taken() {
    let f = Fixture::new();
    let created = f.store.create_label(" later ", " Not this year. ").await;
    assert_eq!(created.unwrap(), label("later", "Not this year.", 0));
    let plain = f.store.create_label("plain", "").await;
    assert_eq!(plain.unwrap(), label("plain", "", 0));
    assert_eq!(
        list_all(&f).await[3..],
        [
            label("later", "Not this year.", 0),
            label("plain", "", 0),
            security()
        ]
    );

    for (name, meaning, wanted) in [
        ("bug", "x", "there is already a label named \"bug\""),
        (" ", "x", "label must not be empty"),
        (
            "a\nb",
            "x",
            "label must be one line without control characters",
        ),
        (
            "x",
            "a\nb",
            "meaning must be one line without control characters",
        ),
    ] {
        assert_eq!(refusal(f.store.create_label(name, meaning).await), wanted);
    }
    assert_eq!(list_all(&f).await[0], bug());
}

#[tokio::test]
async fn a_renamed_label_stays_on_its_issues() {
    let f = Fixture::new();
    let rename = |name: &str, to: &'static str| f.store.rename_label(name.to_owned(), to);
    let defect = label("defect", "Something does not work as documented.", 3);
    assert_eq!(rename("bug", " defect ").await.unwrap(), defect);
    assert_eq!(rename("defect", "defect").await.unwrap(), defect);
    assert_eq!(list_all(&f).await, [defect, docs(), feature(), security()]);
    let issue = f.store.get(IssueId(1)).await.unwrap();
    assert_eq!(issue.labels, ["defect"]);

    for (name, to, wanted) in [
        ("bug", "x", "there is no label named \"bug\""),
        ("bug", "docs", "there is no label named \"bug\""),
        ("feature", "docs", "there is already a label named \"docs\""),
        ("feature", "", "to must not be empty"),
    ] {
        assert_eq!(refusal(rename(name, to).await), wanted);
    }
}

#[tokio::test]
async fn deleting_takes_a_label_off_all_issues_and_tells_once() {
    let f = Fixture::new();
    assert!(f.store.delete_label("bug".to_owned()).await.unwrap());
    assert!(!f.store.delete_label("bug".to_owned()).await.unwrap());
    assert_eq!(list_all(&f).await, [docs(), feature(), security()]);
    let mut issue = login_fails();
    issue.labels.clear();
    assert_eq!(f.store.get(IssueId(1)).await.unwrap(), issue);
}

#[tokio::test]
async fn a_label_is_put_on_an_issue_and_taken_off_however_often() {
    let f = Fixture::new();
    for _ in 0..2 {
        let put = f.store.attach_label(IssueId(1), "security".to_owned());
        assert_eq!(put.await.unwrap(), issue_labels(1, &["bug", "security"]));
    }
    for _ in 0..2 {
        let taken = f.store.detach_label(IssueId(1), "bug".to_owned());
        assert_eq!(taken.await.unwrap(), issue_labels(1, &["security"]));
    }
    let issue = f.store.get(IssueId(1)).await.unwrap();
    assert_eq!(issue.labels, ["security"]);
    assert_eq!(
        serde_json::to_value(issue_labels(1, &["security"])).unwrap(),
        json!({"issue": 1, "labels": ["security"]})
    );
}

#[tokio::test]
async fn issue_and_label_must_be_there_to_be_put_together_or_taken_apart() {
    let f = Fixture::new();
    for (issue, label, wanted) in [
        (99, "bug", "there is no issue 99"),
        (99, "bgu", "there is no issue 99"),
        (1, "bgu", "there is no label named \"bgu\""),
    ] {
        let (id, name) = (IssueId(issue), label.to_owned());
        assert_eq!(refusal(f.store.attach_label(id, name).await), wanted);
        let name = label.to_owned();
        assert_eq!(refusal(f.store.detach_label(id, name).await), wanted);
    }
    assert_eq!(list_all(&f).await, [bug(), docs(), feature(), security()]);
}
