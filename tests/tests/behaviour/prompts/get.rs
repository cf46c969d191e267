//! Arguments and messages of `prompts/get`.

use std::time::Duration;

use fusion_core::{Cancellation, ctx::Client};

use super::*;

#[tokio::test]
async fn texts_are_read_as_what_they_stand_for() {
    let sent = json!({"urgency": "high", "limit": "5", "quick": "true"});
    let response = prompt("issues_triage", sent).await.unwrap();
    assert_eq!(
        role_texts(&response),
        [
            (Role::User, "nobody: triage Some(5) High true"),
            (Role::Assistant, "Gladly."),
        ]
    );
    assert_eq!(
        response.description.as_deref(),
        Some("Sort new issues.\n\nAfter `list`.")
    );
    assert_eq!(response.meta, None, "a text is no repair to tell of");
}

/// Forms send every field.
#[tokio::test]
async fn an_empty_text_is_an_argument_left_out_unless_it_is_a_value() {
    let sent = json!({"urgency": "low", "limit": "", "quick": ""});
    let response = prompt("issues_triage", sent).await.unwrap();
    assert_eq!(
        role_texts(&response)[0],
        (Role::User, "nobody: triage None Low false")
    );
    let response = prompt("issues_fail", json!({"how": ""})).await.unwrap();
    // The handler returns the text. A message of an empty one is left out.
    assert_eq!(role_texts(&response), []);
    let error = prompt("issues_triage", json!({"urgency": ""})).await;
    let text = error.unwrap_err().to_string();
    let second = text.lines().nth(1);
    assert_eq!(second, Some("- urgency: expected low|high, got \"\""));
}

#[tokio::test]
async fn texts_are_read_also_where_actions_repair_nothing() {
    struct Strict;

    #[tool_group(repair = false)]
    impl Strict {
        #[prompt]
        fn count(to: u8) -> String {
            format!("count to {to}")
        }
    }

    let registry = Registry::builder().repair(false).tool(Strict).build();
    let sent = arguments(json!({"to": "3"}));
    let registry = registry.unwrap();
    let response = registry.prompt("strict_count", sent, Ctx::new()).await;
    assert_eq!(role_texts(&response.unwrap()), [(Role::User, "count to 3")]);
}

#[tokio::test]
async fn defaults_absent_arguments_and_what_is_injected_come_as_in_an_action() {
    let registry = registry();
    let ctx = Ctx::new().with_client(Client::new("ada", "1").into());
    let sent = arguments(json!({"urgency": "low"}));
    let response = registry.prompt("issues_triage", sent, ctx).await.unwrap();
    assert_eq!(
        role_texts(&response)[0],
        (Role::User, "ada: triage None Low false")
    );
}

#[tokio::test]
async fn an_old_name_leads_to_the_prompt_and_is_not_listed() {
    let by_alias = prompt("issues_sort", json!({"urgency": "low"})).await;
    let by_name = prompt("issues_triage", json!({"urgency": "low"})).await;
    assert_eq!(by_alias.unwrap(), by_name.unwrap());
}

#[tokio::test]
async fn every_problem_is_told_at_once() {
    let sent = json!({"limit": "many", "quick": "yes", "urgnecy": "low"});
    let error = prompt("issues_triage", sent).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Validation failed for issues_triage:\n\
         - urgency: required, but missing\n\
         - limit: expected integer 0..255, got \"many\"\n\
         - quick: expected boolean, got \"yes\"\n\
         - urgnecy: unknown field. Did you mean \"urgency\"?\n\
         Expected: urgency: low|high (required), limit: integer 0..255, quick: boolean\n\
         Fix these fields and call again."
    );
    assert_eq!(
        error.data(),
        json!({"code": "invalid_arguments", "fields": ["urgency", "limit", "quick", "urgnecy"]})
    );
}

/// An error does not mention the field of an action that has the same name.
#[tokio::test]
async fn a_prompt_has_no_discriminator() {
    let error = prompt("issues_greet", json!({"action": "list"})).await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "Validation failed for issues_greet:\n\
         - action: unknown field\n\
         Expected: no arguments\n\
         Fix these fields and call again."
    );
}

#[tokio::test]
async fn an_unknown_prompt_is_an_error_of_the_client() {
    for name in [
        "issues_trage",
        "triage",
        "issues",
        "issues_list",
        "",
        "issues/triage",
    ] {
        let error = prompt(name, json!({})).await.unwrap_err();
        assert_eq!(error.to_string(), format!("unknown prompt `{name}`"));
        assert_eq!(error.data(), json!({"code": "unknown_prompt"}));
        assert!(matches!(error, CallError::UnknownPrompt { .. }));
    }
    let error = prompt(&"x".repeat(500), json!({})).await.unwrap_err();
    let cut = format!("unknown prompt `{}…`", "x".repeat(50));
    assert_eq!(error.to_string(), cut);
}

#[tokio::test]
async fn what_an_author_says_is_told_and_what_only_happened_is_not() {
    let error = prompt("issues_fail", json!({"how": "said"})).await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "[issues_fail] there is nothing to sort"
    );
    for (how, code) in [("leak", "internal"), ("panic", "internal")] {
        let error = prompt("issues_fail", json!({"how": how}))
            .await
            .unwrap_err();
        let (text, data) = (error.to_string(), error.data());
        let reference = data["reference"].as_str().unwrap();
        assert_eq!(
            text,
            format!("[issues_fail] internal error (reference {reference})")
        );
        assert_eq!(data["code"], code);
    }
    let response = prompt("issues_fail", json!({"how": "not at all"})).await;
    assert_eq!(role_texts(&response.unwrap()), [(Role::User, "not at all")]);
}

#[tokio::test]
async fn nobody_waits_for_a_prompt_that_is_no_longer_wanted() {
    let registry = registry();
    let (ctx, cancel) = cancellable();
    let sent = arguments(json!({"how": "hang"}));
    let asked = registry.prompt("issues_fail", sent, ctx);
    let stopped = async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        cancel.cancel();
    };
    let (response, ()) = tokio::join!(asked, stopped);
    assert!(matches!(response, Err(CallError::Cancelled)));
}

fn cancellable() -> (Ctx, Cancellation) {
    let cancel = Cancellation::new();
    (Ctx::new().with_cancellation(cancel.clone()), cancel)
}
