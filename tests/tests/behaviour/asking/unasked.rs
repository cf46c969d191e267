//! Clients that cannot be asked: refused, allowed, or given a token.

use fusion_core::{BuildErrors, Exposition, ask::Unasked, schema::Profile};

use super::{confirm::Issues, *};

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_refused_allowed_or_gets_a_token() {
    for (exposition, tool, is_flat) in [
        (Exposition::Grouped, "issues", false),
        (Exposition::BySafety, "issues_write", false),
        (Exposition::Flat, "issues_purge", true),
    ] {
        let issues = Issues::default();
        let server = server(issues.registry(), true)
            .exposition(exposition)
            .unwrap();
        let mut wire = connected(server, &json!({})).await;
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
    let mut wire = connected(server(issues.registry(), true), &json!({})).await;
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
    let mut wire = connected(server(registry, true), &json!({})).await;
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
    let mut wire = connected(server(registry, true), &json!({})).await;
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
