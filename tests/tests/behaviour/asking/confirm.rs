//! Questions before an action runs, by `confirm`.

use std::sync::Mutex;

use fusion_core::{
    Exposition, ToolResult,
    middleware::{Call, Middleware, Next},
};

use super::*;

#[derive(Clone, Default)]
pub(super) struct Issues(Arc<Mutex<Vec<String>>>);

/// Track issues.
#[tool_group(name = "issues")]
impl Issues {
    /// List them.
    #[action(read_only)]
    async fn list(&self) -> &'static str {
        "none"
    }

    /// Delete one.
    #[action(
        destructive,
        confirm("Delete issue {issue} because of {reason}, {{really}}, by {action}?")
    )]
    async fn delete(
        &self,
        issue: u64,
        #[arg(default = "no \"reason\"")] reason: String,
        tags: Option<Vec<String>>,
    ) -> String {
        let _ = tags;
        self.0
            .lock()
            .unwrap()
            .push(format!("delete {issue} {reason}"));
        format!("deleted {issue}")
    }

    /// Delete all.
    #[action(destructive, confirm = Self::how_many, unasked = "token")]
    fn purge(&self, #[arg(default = 2)] than: u64) -> String {
        self.0.lock().unwrap().push(format!("purge {than}"));
        "purged".to_owned()
    }

    /// Open one.
    #[action(confirm("Open {title}?"), unasked = "allow")]
    async fn open(&self, title: String) -> &'static str {
        self.0.lock().unwrap().push(format!("open {title}"));
        "opened"
    }

    async fn how_many(&self, than: &u64) -> Result<Option<String>, fusion_core::ToolError> {
        match *than {
            0 => Err("nothing is older".into()),
            1 => Ok(None),
            than => Ok(Some(format!("Delete {} issues?", than * 10))),
        }
    }
}

impl Issues {
    pub(super) fn done(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    pub(super) fn registry(&self) -> Registry {
        Registry::builder().tool(self.clone()).build().unwrap()
    }
}

/// Calls an action that asks; returns the message with the context of the answer.
async fn confirm(registry: &Registry, arguments: &Value, answer: Value) -> (String, Ctx) {
    match registry.call("issues", arguments.clone(), Ctx::new()).await {
        Err(CallError::Asked { questions, state }) => {
            let message = questions[0].message.clone();
            (message, answered(&questions, state, answer))
        }
        other => panic!("not asked: {other:?}"),
    }
}

#[tokio::test]
async fn a_sentence_shows_the_arguments_after_defaults_and_repair() {
    let issues = Issues::default();
    let registry = issues.registry();
    for (arguments, message) in [
        (
            json!({"action": "delete", "issue": "7"}),
            r#"Delete issue 7 because of "no \"reason\"", {really}, by delete?"#,
        ),
        (
            json!({"action": "delete", "issue": 7.0, "reason": "x\n\u{202e}y", "tags": null}),
            "Delete issue 7 because of \"x \u{fffd}y\", {really}, by delete?",
        ),
    ] {
        let (asked, ctx) = confirm(&registry, &arguments, accept(&json!({}))).await;
        assert_eq!(asked, message);
        let done = registry.call("issues", arguments, ctx).await.unwrap();
        assert_eq!(text(&done), "deleted 7");
    }
    assert_eq!(
        issues.done(),
        ["delete 7 no \"reason\"", "delete 7 x\n\u{202e}y"]
    );
}

#[tokio::test]
async fn a_user_who_declines_or_dismisses_stops_the_action() {
    let issues = Issues::default();
    let registry = issues.registry();
    for (action, words, code) in [
        ("decline", "the user declined", "declined"),
        (
            "cancel",
            "the user dismissed the question without an answer",
            "dismissed",
        ),
    ] {
        let delete = json!({"action": "delete", "issue": 7});
        let (_, ctx) = confirm(&registry, &delete, json!({"action": action})).await;
        let error = registry.call("issues", delete, ctx).await.unwrap_err();
        assert_eq!(error.to_string(), format!("[issues/delete] {words}"));
        assert_eq!(error.data(), json!({"code": code}));
    }
    assert_eq!(issues.done(), [""; 0]);
}

#[tokio::test]
async fn wrong_arguments_are_refused_before_the_question() {
    let registry = Issues::default().registry();
    let call = registry.call(
        "issues",
        json!({"action": "delete", "issue": "x"}),
        Ctx::new(),
    );
    let error = call.await.unwrap_err();
    assert!(matches!(error, CallError::Invalid { .. }), "{error}");
}

#[tokio::test]
async fn a_method_of_the_author_asks_and_may_fail() {
    let issues = Issues::default();
    let registry = issues.registry();
    let purge = json!({"action": "purge", "than": 3});
    let (asked, ctx) = confirm(&registry, &purge, accept(&json!({}))).await;
    assert_eq!(asked, "Delete 30 issues?");
    assert_eq!(
        text(&registry.call("issues", purge, ctx).await.unwrap()),
        "purged"
    );
    let none = registry.call("issues", json!({"action": "purge", "than": 0}), Ctx::new());
    assert_eq!(
        none.await.unwrap_err().to_string(),
        "[issues/purge] nothing is older"
    );
    // It may find nothing to ask.
    let one = registry.call("issues", json!({"action": "purge", "than": 1}), Ctx::new());
    assert_eq!(text(&one.await.unwrap()), "purged");
    assert_eq!(issues.done(), ["purge 3", "purge 1"]);
}

struct Log(Arc<Mutex<Vec<String>>>);

impl Middleware for Log {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        self.0.lock().unwrap().push("middleware".to_owned());
        next.run(call).await
    }
}

#[tokio::test]
async fn the_question_comes_before_all_middleware() {
    let issues = Issues::default();
    let builder = Registry::builder().middleware(Log(issues.0.clone()));
    let registry = builder.tool(issues.clone()).build().unwrap();
    let delete = json!({"action": "delete", "issue": 7});
    let (_, ctx) = confirm(&registry, &delete, accept(&json!({}))).await;
    assert_eq!(issues.done(), [""; 0]);
    registry.call("issues", delete, ctx).await.unwrap();
    assert_eq!(issues.done(), ["middleware", "delete 7 no \"reason\""]);
}

#[tokio::test]
async fn each_exposition_asks_and_runs_the_action_once() {
    for (exposition, tool, arguments) in [
        (
            Exposition::Grouped,
            "issues",
            json!({"action": "delete", "issue": 7}),
        ),
        (
            Exposition::BySafety,
            "issues_write",
            json!({"action": "delete", "issue": 7}),
        ),
        (Exposition::Flat, "issues_delete", json!({"issue": 7})),
    ] {
        let issues = Issues::default();
        let server = server(issues.registry(), true)
            .exposition(exposition)
            .unwrap();
        let mut wire = connected(server, &json!({"elicitation": {}})).await;
        wire.call(1, tool, arguments).await;
        let question = wire.receive().await;
        assert_eq!(
            question["params"]["requestedSchema"],
            json!({"type": "object", "properties": {}}),
            "{question}"
        );
        assert_eq!(issues.done(), [""; 0]);
        let reply = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {}}});
        wire.send(&reply).await;
        assert_eq!(text_of(&wire.receive().await), "deleted 7");
        assert_eq!(issues.done().len(), 1);
    }
}

#[test]
fn what_cannot_be_asked_is_an_error_of_build() {
    struct Wrong;
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct NestedReason {
        inner: Reason,
    }
    /// Ask wrongly.
    #[tool_group(name = "wrong")]
    impl Wrong {
        /// A form with a struct inside.
        #[action]
        async fn nested(&self, ask: &Ask<NestedReason>) {
            let _ = ask;
        }

        /// A prompt.
        #[prompt]
        async fn prompt(&self, ask: &Ask) -> String {
            let _ = ask;
            String::new()
        }
    }
    let errors = Registry::builder().tool(Wrong).build().unwrap_err();
    let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "`behaviour::asking::confirm::what_cannot_be_asked_is_an_error_of_build::NestedReason` of `wrong/nested` cannot be asked: field `inner` is an object: a form has texts, numbers, booleans, enums without values, lists of such enums, and `Option`s of these; ask for its parts, one field each",
            "`wrong/prompt` is no action, and only an action can ask the user: remove its `&Ask`, and take an argument",
        ]
    );
}

#[tokio::test]
async fn help_says_that_the_user_is_asked_first() {
    let builder = Registry::builder().describe(fusion_core::spec::Describe::Brief);
    let registry = builder.tool(Issues::default()).build().unwrap();
    for (topic, line) in [
        (
            "delete",
            Some(
                "Asks the user first: Delete issue {issue} because of {reason}, {{really}}, by {action}?",
            ),
        ),
        ("purge", Some("Asks the user first.")),
        ("list", None),
    ] {
        let arguments = json!({"action": "help", "topic": topic});
        let contract = registry.call("issues", arguments, Ctx::new()).await;
        let contract = text(&contract.unwrap());
        let found = contract.lines().find(|line| line.starts_with("Asks"));
        assert_eq!(found, line, "{contract}");
    }
}
