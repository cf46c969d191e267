//! Hidden items are absent from `help`, byte for byte.

use std::sync::Arc;

use fusion_core::{
    Ctx, Exposition, Filter, Registry, ToolError, View, ctx::Client, spec::Describe,
};
use serde_json::json;

use super::{answer, builder, desk, help};

const TOPICS: [&str; 14] = [
    "",
    "desk",
    "desk_read",
    "desk_write",
    "issues",
    "labels",
    "issues.list",
    "issues.purge",
    "desk/issues.purge",
    "purge",
    "labels.delete",
    "labels.list",
    "help",
    "nothing",
];

mod part {
    //! The same tool without the actions that the filter hides.

    use fusion_core::{Json, tool_group};

    use super::super::{Search, State};

    pub(super) struct Issues;

    /// Track issues.
    ///
    /// They are numbered from 1.
    #[tool_group(name = "issues")]
    impl Issues {
        /// List issues, newest first.
        ///
        /// - closed ones too
        #[action(read_only, tags("public"), cache = "no-store")]
        fn list(
            /// Only issues in this state.
            state: Option<State>,
            /// How many.
            #[arg(default = 20, range(min = 1, max = 100))]
            limit: u32,
        ) -> String {
            format!("list {state:?} {limit}")
        }

        /// Search issues.
        #[action(read_only, tags("public"))]
        fn search(
            /// What to look for.
            by: Search,
        ) -> String {
            by.into_text()
        }
    }

    pub(super) struct Labels;

    /// Name what issues are about.
    #[tool_group(name = "labels")]
    impl Labels {
        /// List labels.
        #[action(read_only, tags("public"))]
        fn list() -> Json<Vec<String>> {
            Json(vec!["bug".to_owned()])
        }
    }

    /// Everything about a project.
    #[tool_group(name = "desk")]
    pub(super) struct Desk {
        #[group]
        pub(super) issues: Issues,
        #[group]
        pub(super) labels: Labels,
    }
}

async fn answers(view: &View, tool: &str) -> Vec<Result<String, String>> {
    let mut answers = Vec::new();
    for topic in TOPICS {
        answers.push(help(view, tool, topic).await);
    }
    answers.push(answer(view, tool, json!({"action": "issues.list", "limit": 0})).await);
    answers.push(answer(view, tool, json!({"action": "issues.purge"})).await);
    answers
}

#[tokio::test]
async fn a_filter_hides_from_help_what_is_as_if_it_did_not_exist() {
    let whole = builder().tool(desk()).build().unwrap();
    let part = builder()
        .tool(part::Desk {
            issues: part::Issues,
            labels: part::Labels,
        })
        .build()
        .unwrap();
    for (exposition, tool) in [
        (Exposition::Grouped, "desk"),
        (Exposition::BySafety, "desk_read"),
    ] {
        let whole = whole.view(exposition).unwrap();
        let whole = whole.filtered(&Filter::any_tags(["public"])).unwrap();
        let part = part.view(exposition).unwrap();
        assert_eq!(whole.tools(), part.tools());
        assert_eq!(answers(&whole, tool).await, answers(&part, tool).await);
    }
}

#[tokio::test]
async fn a_filter_that_leaves_one_action_leaves_no_help() {
    let whole = builder().tool(desk()).build().unwrap();
    let view = whole.view(Exposition::Grouped).unwrap();
    let view = view.filtered(&Filter::only(["desk/labels.list"])).unwrap();
    let keys = &view.tools()[0].input_schema["properties"]["action"]["enum"];
    assert_eq!(*keys, json!(["labels.list"]));
    // The list is then the only place for the docs.
    let compact = builder().tool(desk()).describe(Describe::Compact);
    let compact = compact.build().unwrap().view(Exposition::Grouped).unwrap();
    let compact = compact.filtered(&Filter::only(["desk/labels.list"]));
    assert_eq!(view.tools(), compact.unwrap().tools());
    for key in ["help", "hepl"] {
        let text = answer(&view, "desk", json!({"action": key}))
            .await
            .unwrap_err();
        assert_eq!(
            text,
            format!("Error: Unknown action \"{key}\". Available: labels.list")
        );
    }
    // A filter by tags does not hide `help`, which has no tags.
    let view = whole.view(Exposition::Grouped).unwrap();
    let view = view.filtered(&Filter::all_tags(["admin"])).unwrap();
    let overview = answer(&view, "desk", json!({"action": "help"}))
        .await
        .unwrap();
    assert!(
        overview.contains("issues.purge()") && !overview.contains("issues.list"),
        "{overview}"
    );
}

#[derive(Clone)]
struct Role(String);

async fn role(ctx: &Ctx) -> Result<Role, ToolError> {
    let client = ctx.client().ok_or("who are you?")?;
    Ok(Role(client.name.clone()))
}

#[tokio::test]
async fn access_selects_what_each_caller_reads() {
    let registry = Registry::builder().describe(Describe::Brief).provide(role);
    let registry = registry.tool(desk()).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let view = view
        .access(|Role(role): &Role| Filter::any_tags([role.as_str()]))
        .unwrap();
    for (role, visible) in [("public", "issues.list"), ("admin", "issues.purge")] {
        for topic in ["issues.list", "issues.purge"] {
            let ctx = Ctx::new().with_client(Arc::new(Client::new(role, "1")));
            let arguments = json!({"action": "help", "topic": topic});
            let answered = view.call("desk", arguments, ctx).await;
            assert_eq!(answered.is_ok(), topic == visible, "{role} {topic}");
        }
    }
    let stranger = view
        .call("desk", json!({"action": "help"}), Ctx::new())
        .await;
    assert_eq!(stranger.unwrap_err().to_string(), "Error: who are you?");
}
