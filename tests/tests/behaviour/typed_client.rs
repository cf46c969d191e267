//! Typed clients: the same calls over each connection and exposition, and the results that programs read.

mod connections;
mod desk;
mod ends;
mod odd_values;
mod tracker;
mod whole_json;

use fusion_core::{
    Content, Ctx, Exposition, Registry,
    client::{ClientConnection, ClientError, InProcess},
};
use std::time::Duration;

use tracker::{Issue, IssuesClient, Paging, Scope, State, TrackerClient, registry};

/// Calls every action of the tracker, and asserts what comes back.
async fn assert_calls(way: &str, connection: &impl ClientConnection) {
    let tracker = TrackerClient::at(connection, "tracker");
    let issues = tracker.issues();
    let page = Paging {
        limit: 2,
        after: None,
    };
    let scope = Scope {
        team: "core".to_owned(),
        dry: None,
    };
    let found: Vec<Issue> = issues.list(&page, &scope).state(State::Open).await.unwrap();
    let names: Vec<_> = found.iter().map(|issue| issue.title.as_str()).collect();
    assert_eq!(names, ["core 1 Open 7", "core 2 Open 7"], "{way}");
    let found = issues.list(&page, &scope).depth(3).await.unwrap();
    assert_eq!(found[0].title, "core 1 Closed 3", "{way}");
    let issues = IssuesClient::at(connection, "tracker/issues");
    assert_eq!(
        issues.close(7, "done".to_owned(), &scope).await.unwrap(),
        (),
        "{way}"
    );
    assert_eq!(issues.echo(String::new()).await.unwrap(), "", "{way}");
    let (issue, blocks) = issues.chart().await.unwrap();
    assert_eq!(issue.title, "chart", "{way}");
    assert_eq!(blocks, [Content::text("|||")], "{way}");
    let response = issues.raw().await.unwrap();
    assert_eq!(response.content().len(), 2, "{way}");
    assert_failures(way, &issues, &scope).await;
    let labels = tracker.labels();
    assert_eq!(
        labels.paint(5, "red".to_owned()).await.unwrap(),
        "5 is red",
        "{way}"
    );
}

async fn assert_failures(way: &str, issues: &IssuesClient<'_>, scope: &Scope) {
    let error = issues.close(8, "done".to_owned(), scope).await.unwrap_err();
    assert_eq!(error.code(), Some("not_found"), "{way}");
    assert_eq!(error.hint(), Some("list them"), "{way}");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(2)), "{way}");
    assert!(
        error
            .to_string()
            .ends_with("there is no issue 8\nHint: list them\nRetry after 2 s"),
        "{way}: {error}"
    );
    let error = issues.close(0, "done".to_owned(), scope).await.unwrap_err();
    assert_eq!(error.code(), Some("invalid_arguments"), "{way}");
    assert_eq!(error.fields(), ["issue"], "{way}");
    let error = issues.fail().await.unwrap_err();
    assert_eq!(error.code(), Some("internal"), "{way}");
    assert!(error.failure().unwrap().reference.is_some(), "{way}");
}

#[tokio::test]
async fn a_registry_and_its_views_are_connections() {
    let registry = registry();
    assert_calls("registry", &registry).await;
    for exposition in [
        Exposition::Grouped,
        Exposition::BySafety,
        Exposition::Flat,
        Exposition::Search,
    ] {
        let view = registry.view(exposition).unwrap();
        assert_calls(&format!("{exposition:?}"), &view).await;
    }
}

#[tokio::test]
async fn each_call_in_process_has_a_context_of_its_own() {
    let view = registry().view(Exposition::Flat).unwrap();
    let ids = std::sync::atomic::AtomicU64::new(0);
    let connection = InProcess::new(view, || {
        let id = ids.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let mut ctx = Ctx::new();
        ctx.insert(tracker::CallNumber(id));
        ctx
    });
    let labels = TrackerClient::at(&connection, "tracker").labels();
    assert_eq!(labels.number().await.unwrap(), "0");
    assert_eq!(labels.number().await.unwrap(), "1");
}

#[tokio::test]
async fn an_action_that_is_not_listed_names_the_nearest() {
    let registry = registry();
    let misplaced = IssuesClient::at(&registry, "tracker/isues");
    let error = misplaced.echo("a".to_owned()).await.unwrap_err();
    let text = "no listed tool has `tracker/isues.echo`; did you mean `tracker/issues.echo`?";
    assert_eq!(error.to_string(), text);
}

#[tokio::test]
async fn the_fields_of_a_struct_are_sent_by_the_names_of_their_arguments() {
    let registry = registry();
    let issues = IssuesClient::at(&registry, "tracker/issues");
    let renamed = tracker::Renamed {
        most_rows: 1,
        left: 2,
        right: 3,
    };
    assert_eq!(issues.renamed(&renamed).await.unwrap(), [1, 2, 3]);
}

#[tokio::test]
async fn a_struct_that_serializes_a_field_that_it_does_not_have_is_not_sent() {
    let registry = registry();
    let issues = IssuesClient::at(&registry, "tracker/issues");
    let error = issues.odd(&tracker::Odd { rows: 1 }).await.unwrap_err();
    let ClientError::Argument { action, reason, .. } = error else {
        panic!("{error}");
    };
    let expected = "its `Serialize` writes `columns`, which is no field of it";
    assert_eq!((action, reason.as_str()), ("odd", expected));
}

#[tokio::test]
async fn a_result_of_another_type_is_an_error() {
    let registry: Registry = Registry::builder()
        .tool(tracker::OtherIssues)
        .build()
        .unwrap();
    let error = IssuesClient::at(&registry, "issues")
        .chart()
        .await
        .unwrap_err();
    assert!(matches!(error, ClientError::Output { .. }), "{error}");
}
