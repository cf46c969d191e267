//! Questions before an action runs, by `confirm`, and clients that cannot be asked.

use std::sync::Mutex;

use fusion_core::{
    BuildErrors, Exposition, Server, ToolResult,
    ask::Unasked,
    middleware::{Call, Middleware, Next},
    schema::Profile,
    server_info,
};
use fusion_tests::wire::{LEGACY, Wire};

use super::*;

#[derive(Clone, Default)]
struct Issues(Arc<Mutex<Vec<String>>>);

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
    fn done(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    fn registry(&self) -> Registry {
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
            r#"Delete issue 7 because of "x y", {really}, by delete?"#,
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
    for action in ["decline", "cancel"] {
        let delete = json!({"action": "delete", "issue": 7});
        let (_, ctx) = confirm(&registry, &delete, json!({"action": action})).await;
        let error = registry.call("issues", delete, ctx).await.unwrap_err();
        assert_eq!(error.to_string(), "[issues/delete] the user declined");
        assert_eq!(error.data(), json!({"code": "declined"}));
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

/// A connection of the legacy era whose client has these capabilities.
async fn connected(registry: Registry, exposition: Exposition, capabilities: &Value) -> Wire {
    let server = Server::new(registry, server_info!())
        .exposition(exposition)
        .unwrap();
    let mut wire = Wire::serve(server);
    let params = json!({
        "protocolVersion": LEGACY,
        "capabilities": capabilities,
        "clientInfo": {"name": "wire", "version": "1"}
    });
    wire.ask(0, "initialize", params).await;
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    wire
}

fn text_of(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
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
        let mut wire = connected(issues.registry(), exposition, &json!({"elicitation": {}})).await;
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

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_refused_allowed_or_gets_a_token() {
    for (exposition, tool, is_flat) in [
        (Exposition::Grouped, "issues", false),
        (Exposition::BySafety, "issues_write", false),
        (Exposition::Flat, "issues_purge", true),
    ] {
        let issues = Issues::default();
        let mut wire = connected(issues.registry(), exposition, &json!({})).await;
        let arguments = |more: &Value| {
            let mut arguments = json!({"than": 4});
            if !is_flat {
                arguments["action"] = json!("purge");
            }
            arguments
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            arguments
        };
        let answer = wire.answer(1, tool, arguments(&json!({}))).await;
        let told = text_of(&answer).to_owned();
        let (before, token) = told.split_once("`confirmation`: \"").unwrap();
        assert!(
            before.ends_with("/purge] not done yet, because the user must confirm it: Delete 40 issues?\nHint: Show the user this question. If they agree, call again with the same arguments and ")
                || is_flat,
            "{told}"
        );
        let token = token.strip_suffix("\".").unwrap().to_owned();
        assert_eq!(answer["result"]["isError"], true);
        assert_eq!(
            answer["result"]["_meta"]["dev.fusion/error"]["code"],
            "confirmation_required"
        );
        // A token is good for this call only, and once.
        for wrong in ["", " ", "AAAAAAAAAAAA", &format!("{token} {token}")[..5]] {
            let answer = wire
                .answer(2, tool, arguments(&json!({"confirmation": wrong})))
                .await;
            assert_eq!(answer["result"]["isError"], true, "{wrong}");
        }
        let other = wire
            .answer(
                3,
                tool,
                arguments(&json!({"than": 5, "confirmation": token})),
            )
            .await;
        assert_eq!(
            other["result"]["_meta"]["dev.fusion/error"]["code"],
            "wrong_confirmation"
        );
        assert_eq!(issues.done(), [""; 0]);
        let done = wire
            .answer(4, tool, arguments(&json!({"confirmation": token})))
            .await;
        assert_eq!(text_of(&done), "purged");
        let again = wire
            .answer(5, tool, arguments(&json!({"confirmation": token})))
            .await;
        assert_eq!(
            again["result"]["_meta"]["dev.fusion/error"]["code"],
            "wrong_confirmation"
        );
        assert_eq!(issues.done(), ["purge 4"]);
    }
    let issues = Issues::default();
    let mut wire = connected(issues.registry(), Exposition::Grouped, &json!({})).await;
    let refused = wire
        .answer(1, "issues", json!({"action": "delete", "issue": 7}))
        .await;
    assert_eq!(
        refused["result"]["_meta"]["dev.fusion/error"]["code"],
        "cannot_ask"
    );
    assert_eq!(issues.done(), [""; 0]);
    let allowed = wire
        .answer(2, "issues", json!({"action": "open", "title": "x"}))
        .await;
    assert_eq!(text_of(&allowed), "opened");
}

#[tokio::test]
async fn the_registry_sets_the_behaviour_of_actions_that_set_none() {
    let issues = Issues::default();
    let builder = Registry::builder().unasked(Unasked::Allow);
    let registry = builder.tool(issues.clone()).build().unwrap();
    let mut wire = connected(registry, Exposition::Grouped, &json!({})).await;
    let deleted = wire
        .answer(1, "issues", json!({"action": "delete", "issue": 7}))
        .await;
    assert_eq!(text_of(&deleted), "deleted 7");
    // An action that sets its own behaviour keeps it.
    let purge = wire.answer(2, "issues", json!({"action": "purge"})).await;
    assert_eq!(
        purge["result"]["_meta"]["dev.fusion/error"]["code"],
        "confirmation_required"
    );
}

#[test]
fn only_tools_with_such_an_action_list_the_confirmation() -> Result<(), BuildErrors> {
    let registry = Issues::default().registry();
    let listed = |exposition, profile| -> Result<Vec<String>, BuildErrors> {
        let view = registry.view(exposition)?.in_profile(profile)?;
        let with = |tool: &&fusion_core::view::ListedTool| {
            let properties = tool.input_schema["properties"].as_object().unwrap();
            properties.contains_key("confirmation")
        };
        Ok(view
            .tools()
            .iter()
            .filter(with)
            .map(|tool| tool.name.clone())
            .collect())
    };
    assert_eq!(listed(Exposition::Grouped, Profile::Portable)?, ["issues"]);
    assert_eq!(
        listed(Exposition::BySafety, Profile::Portable)?,
        ["issues_write"]
    );
    assert_eq!(
        listed(Exposition::Flat, Profile::Portable)?,
        ["issues_purge"]
    );
    let strict = registry
        .view(Exposition::Flat)?
        .in_profile(Profile::OpenAiStrict)?;
    let purge = strict
        .tools()
        .iter()
        .find(|tool| tool.name == "issues_purge")
        .unwrap();
    assert_eq!(
        purge.input_schema["properties"]["confirmation"]["type"],
        json!(["string", "null"])
    );
    Ok(())
}

#[tokio::test]
async fn several_questions_are_confirmed_with_as_many_tokens() {
    let shop = Shop::default();
    let registry = shop.builder().unasked(Unasked::Token).build().unwrap();
    let mut wire = connected(registry, Exposition::Grouped, &json!({})).await;
    let token = |answer: &Value| {
        let (_, token) = text_of(answer).split_once("`confirmation`: \"").unwrap();
        token.strip_suffix("\".").unwrap().to_owned()
    };
    let twice = |confirmation: &str| json!({"action": "twice", "confirmation": confirmation});
    let first = wire.answer(1, "shop", json!({"action": "twice"})).await;
    let one = token(&first);
    let second = wire.answer(2, "shop", twice(&one)).await;
    let both = token(&second);
    assert_eq!(both.split(' ').count(), 2, "{second}");
    assert!(text_of(&second).contains("confirm it: Two?\n"), "{second}");
    let done = wire.answer(3, "shop", twice(&both)).await;
    assert_eq!(text_of(&done), "true true");
    // A form has no token.
    let close = wire
        .answer(4, "shop", json!({"action": "close", "issue": 7}))
        .await;
    assert_eq!(
        close["result"]["_meta"]["dev.fusion/error"]["code"],
        "cannot_ask"
    );
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
