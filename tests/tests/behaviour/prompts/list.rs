//! The list of prompts.

use fusion_core::{Exposition, build::ActionGroup, spec::Kind};

use super::*;

#[test]
fn a_prompt_is_listed_by_its_flat_name_with_its_docs_and_arguments() {
    let registry = registry();
    let listed = serde_json::json!(registry.prompts().iter().map(shown).collect::<Vec<_>>());
    assert_eq!(
        listed,
        json!([
            {
                "name": "issues_triage",
                "title": "Triage",
                "description": "Sort new issues.\n\nAfter `list`.",
                "icons": [{"src": "https://issues.example/t.png", "sizes": ["48x48"]}],
                "arguments": [
                    {"name": "urgency", "description": "How pressing they are.", "required": true},
                    {"name": "limit", "description": "How many.", "required": false},
                    {"name": "quick", "description": null, "required": false},
                ],
            },
            {
                "name": "issues_greet",
                "title": null,
                "description": "Say hello.",
                "icons": [],
                "arguments": [],
            },
            {
                "name": "issues_fail",
                "title": null,
                "description": null,
                "icons": [],
                "arguments": [{"name": "how", "description": null, "required": true}],
            },
        ])
    );
}

pub(super) fn shown(prompt: &fusion_core::prompt::ListedPrompt) -> Value {
    let arguments = prompt.arguments.iter().map(|argument| {
        json!({
            "name": argument.name,
            "description": argument.description,
            "required": argument.required,
        })
    });
    json!({
        "name": prompt.name,
        "title": prompt.title,
        "description": prompt.description,
        "icons": prompt.icons,
        "arguments": arguments.collect::<Vec<_>>(),
    })
}

#[test]
fn every_exposition_offers_the_same_prompts_and_lists_none_as_a_tool() {
    let registry = registry();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        let names: Vec<_> = view.prompts().iter().map(|prompt| &prompt.name).collect();
        assert_eq!(names, ["issues_triage", "issues_greet", "issues_fail"]);
        assert_eq!(view.tools().len(), 1, "{exposition:?}");
        assert_eq!(view.actions().len(), 1);
    }
    let tool = &registry.tools()[0];
    assert_eq!(tool.description, "Track issues\nlist() List issues");
    assert_eq!(
        *tool.input_schema,
        arguments(json!({
            "type": "object",
            "properties": {"action": {
                "type": "string",
                "description": "Which operation to perform",
                "enum": ["list"],
            }},
            "required": ["action"],
            "additionalProperties": false,
        }))
    );
}

/// A link of a prompt leads to the action by the name that it has in the view.
#[test]
fn links_in_docs_are_written_for_each_view() {
    let registry = registry();
    let flat = registry.view(Exposition::Flat).unwrap();
    let description = flat.prompts()[0].description.as_deref();
    assert_eq!(
        description,
        Some("Sort new issues.\n\nAfter `issues_list`.")
    );
    let without = fusion_core::Filter::except(["issues/list"]);
    let hidden = flat.filtered(&without).unwrap();
    let description = hidden.prompts()[0].description.as_deref();
    assert_eq!(description, Some("Sort new issues."));
}

#[test]
fn a_row_says_what_it_is_and_that_it_changes_nothing() {
    let rows = <Issues as ActionGroup>::SPEC.actions;
    let kinds: Vec<_> = rows.iter().map(|row| row.kind).collect();
    assert_eq!(
        kinds,
        [Kind::Action, Kind::Prompt, Kind::Prompt, Kind::Prompt]
    );
    assert!(rows[1].hints.read_only && rows[1].hints.idempotent);
}

/// The key of a prompt is an unknown action for the tool.
#[tokio::test]
async fn as_an_action_a_prompt_does_not_exist() {
    let registry = registry();
    let call = async |key: &str| {
        let sent = json!({"action": key, "urgency": "low"});
        let error = registry.call("issues", sent, Ctx::new()).await.unwrap_err();
        (error.to_string().replace(key, "…"), error.data())
    };
    assert_eq!(call("triage").await, call("strike").await);
    assert_eq!(call("sort").await, call("sown").await);
    let error = registry
        .call("issues_triage", json!({}), Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "unknown tool `issues_triage`");
}
