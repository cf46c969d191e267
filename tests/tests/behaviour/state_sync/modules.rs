//! Attributes of groups that are mounted in a tool, and policies of the builder that replace them.

use std::sync::Arc;

use fusion_core::{
    Content, Ctx, Exposition, Registry, StateSync, ToolResponse, spec::OutputCap,
    state_sync::Policy, tool_group,
};
use serde_json::json;

pub(super) struct Labels;

#[tool_group(name = "tags")]
impl Labels {
    /// List labels.
    #[action(read_only, cache = "immutable")]
    async fn list(&self) -> String {
        "bug".to_owned()
    }

    /// Rename a label.
    #[action(
        invalidates("self.*", "super.issues.list", foreign("board.*")),
        alias("mv")
    )]
    async fn rename(&self, #[arg(default = 1)] times: usize) -> String {
        "renamed ".repeat(times)
    }
}

pub(super) struct Issues;

#[tool_group]
impl Issues {
    /// List issues.
    #[action(read_only, cache = "no-store")]
    async fn list(&self) -> String {
        "none".to_owned()
    }

    /// Open an issue.
    #[action(invalidates("self.**"))]
    async fn open(&self) -> String {
        "opened".to_owned()
    }

    /// Touch nothing that anybody reads.
    #[action(invalidates())]
    async fn ping(&self) -> String {
        "pong".to_owned()
    }
}

/// Track issues.
#[tool_group(name = "tracker")]
struct Tracker {
    #[group]
    issues: Issues,
    #[group(name = "labels")]
    tags: Arc<Labels>,
}

fn tracker(sync: StateSync) -> Registry {
    let tracker = Tracker {
        issues: Issues,
        tags: Arc::new(Labels),
    };
    let builder = Registry::builder().state_sync(sync.require_policies());
    builder.tool(tracker).build().unwrap()
}

async fn answer(registry: &Registry, exposition: Exposition, key: &str) -> ToolResponse {
    let view = registry.view(exposition).unwrap();
    let (name, arguments) = match exposition {
        Exposition::Flat => (format!("tracker_{}", key.replace('.', "_")), json!({})),
        _ => ("tracker".to_owned(), json!({"action": key})),
    };
    view.call(&name, arguments, Ctx::new()).await.unwrap()
}

fn response_with_notice(patterns: &[&str], cause: &str, text: &str) -> ToolResponse {
    let patterns_text = patterns.join(", ");
    let notice = format!("[System: Cache invalidated for {patterns_text} — caused by {cause}]");
    ToolResponse::blocks(vec![Content::text(text), Content::text(notice)])
        .with_meta("dev.fusion/invalidates", patterns.to_vec())
}

#[tokio::test]
async fn self_and_super_are_the_groups_of_the_tool_that_they_are_mounted_in() {
    let registry = tracker(StateSync::new());
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        for key in ["labels.rename", "labels.mv"] {
            assert_eq!(
                answer(&registry, exposition, key).await,
                response_with_notice(
                    &["tracker.labels.*", "tracker.issues.list", "board.*"],
                    "tracker.labels.rename",
                    "renamed "
                )
            );
        }
        assert_eq!(
            answer(&registry, exposition, "issues.open").await,
            response_with_notice(&["tracker.issues.**"], "tracker.issues.open", "opened")
        );
        for (key, text) in [("issues.ping", "pong"), ("labels.list", "bug")] {
            let response = answer(&registry, exposition, key).await;
            assert_eq!(response, ToolResponse::text(text), "{key}");
        }
    }
}

#[tokio::test]
async fn a_policy_of_the_builder_replaces_what_the_action_says() {
    let rename = Policy::new("tracker/labels.rename").invalidates(["tracker/**"]);
    let registry = tracker(StateSync::new().policy(rename));
    assert_eq!(
        answer(&registry, Exposition::Grouped, "labels.rename").await,
        response_with_notice(&["tracker.**"], "tracker.labels.rename", "renamed ")
    );
    let rules = registry.lint().into_iter().map(|finding| finding.rule);
    let policies = |rule: &fusion_core::lint::Rule| rule.id().ends_with("-policy");
    assert_eq!(rules.filter(policies).collect::<Vec<_>>(), []);
}

#[tokio::test]
async fn a_notice_is_never_cut() {
    let tracker = Tracker {
        issues: Issues,
        tags: Arc::new(Labels),
    };
    let registry = Registry::builder()
        .state_sync(StateSync::new())
        .output_cap(OutputCap::bytes(8))
        .tool(tracker)
        .build()
        .unwrap();
    let arguments = json!({"action": "labels.rename", "times": 3});
    let response = registry
        .call("tracker", arguments, Ctx::new())
        .await
        .unwrap();
    let patterns = ["tracker.labels.*", "tracker.issues.list", "board.*"];
    let notice = format!(
        "[System: Cache invalidated for {} — caused by tracker.labels.rename]",
        patterns.join(", ")
    );
    assert_eq!(
        response.content(),
        [
            Content::text("renamed "),
            Content::text("[Cut: 8 of 24 bytes are shown. Ask for less.]"),
            Content::text(notice),
        ]
    );
}
