//! Hidden actions are absent from the search, byte for byte.

use fusion_core::{Filter, ctx::Client};

use super::*;

mod part {
    //! The same tools without the actions that the filter hides.

    use fusion_core::tool_group;

    pub(super) struct Issues;

    /// Track issues.
    #[tool_group(name = "issues")]
    impl Issues {
        /// List issues, newest first.
        #[action(read_only, tags("public"))]
        fn list(
            /// Only issues in this state.
            state: Option<String>,
            /// How many.
            #[arg(default = 20, range(min = 1, max = 100))]
            limit: u32,
        ) -> String {
            format!("list {state:?} {limit}")
        }
    }

    pub(super) struct Labels;

    /// Name what issues are about.
    #[tool_group(name = "labels")]
    impl Labels {
        /// Create a label.
        #[action(tags("public"))]
        fn create(label: String) -> String {
            format!("created {label}")
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

fn part() -> View {
    let desk = part::Desk {
        issues: part::Issues,
        labels: part::Labels,
    };
    let registry = Registry::builder().tool(desk).build().unwrap();
    registry.view(Exposition::Search).unwrap()
}

const QUERIES: [&str; 14] = [
    "",
    "issues",
    "purge",
    "delete old issues",
    "desk/issues.purge",
    "desk/issues.finish",
    "close an issue",
    "read a file",
    "files/read",
    "Nothing brings them back",
    "desk",
    "label",
    "older days",
    "operation",
];

async fn answers(view: &View) -> Vec<Result<String, String>> {
    let mut answers = Vec::new();
    let mut add = async |tool: &str, arguments: Value| {
        let answer = call(view, tool, arguments).await;
        answers.push(answer.map_err(|error| error.to_string()));
    };
    for query in QUERIES {
        add("find", json!({"query": query})).await;
        for tool in ["call_read", "call_write", "call_destructive"] {
            add(tool, json!({"action": query, "arguments": {"days": 3}})).await;
        }
    }
    for (tool, action) in [
        ("call_read", "desk/issues.list"),
        ("call_write", "desk/labels.create"),
    ] {
        for arguments in [
            json!({"days": 3}),
            json!({"issue": 7, "path": "a"}),
            json!({"days": null}),
        ] {
            add(tool, json!({"action": action, "arguments": arguments})).await;
        }
        add(tool, json!({"action": action, "days": 3})).await;
        add(tool, json!({})).await;
    }
    answers
}

#[tokio::test]
async fn a_filter_hides_from_the_search_what_is_as_if_it_did_not_exist() {
    let whole = view().filtered(&Filter::any_tags(["public"])).unwrap();
    let part = part();
    assert_eq!(whole.tools(), part.tools());
    assert_eq!(answers(&whole).await, answers(&part).await);
}

#[tokio::test]
async fn each_caller_searches_what_the_caller_sees() {
    #[derive(Clone)]
    struct Caller(bool);

    let registry = builder()
        .provide(async |ctx: &Ctx| Ok::<_, ToolError>(Caller(ctx.client().is_some())))
        .build()
        .unwrap();
    let access = |Caller(is_known): &Caller| {
        if *is_known {
            Filter::all()
        } else {
            Filter::any_tags(["public"])
        }
    };
    let view = registry
        .view(Exposition::Search)
        .unwrap()
        .access(access)
        .unwrap();
    let answer = async |query: &str, ctx: Ctx| {
        let answer = view
            .call("find", json!({"query": query}), ctx)
            .await
            .unwrap();
        let [Content::Text(text)] = answer.content() else {
            panic!("{answer:?}")
        };
        text.clone()
    };
    let known = || Ctx::new().with_client(Client::new("known", "1").into());
    assert_eq!(
        found(&answer("purge", known()).await),
        ["desk/issues.purge"]
    );
    let part = part();
    for query in QUERIES {
        assert_eq!(
            answer(query, Ctx::new()).await,
            find(&part, query).await,
            "{query}"
        );
    }
    let purge = json!({"action": "desk/issues.purge", "arguments": {"days": 3}});
    assert!(
        view.call("call_destructive", purge.clone(), known())
            .await
            .is_ok()
    );
    let error = view
        .call("call_destructive", purge, Ctx::new())
        .await
        .unwrap_err();
    assert!(matches!(error, CallError::UnknownTool { .. }), "{error}");
}
