//! Hosts that fill in every field of a tool in the brief form: `help` is an action like the others.

use super::*;
use fusion_core::{schema::Profile, spec::Describe};

const TOPIC: &str = "topic";

fn brief() -> RegistryBuilder {
    builder().describe(Describe::Brief)
}

/// Returns the arguments of an action, with `null` in every other listed field.
fn filled(view: &View, tool: &str, sent: Value) -> Value {
    let listed = view.tools().iter().find(|listed| listed.name == tool);
    let properties = listed.unwrap().input_schema["properties"].as_object();
    let mut all = sent;
    for name in properties.unwrap().keys() {
        if all.get(name).is_none() {
            all[name] = Value::Null;
        }
    }
    all
}

#[tokio::test]
async fn every_action_and_help_accept_a_call_with_every_field() {
    let calls = [
        ("issues.get", json!({"issue": 1}), "issue 1"),
        ("issues.list", json!({}), "None 20 0"),
        ("comments.search", json!({}), "50 0.5 [\"new\"]"),
    ];
    for profile in [Profile::Portable, Profile::OpenAiStrict] {
        for foreign in [ForeignFields::Refuse, ForeignFields::Ignore] {
            let builder = brief().profile(profile).foreign_fields(foreign);
            let view = tracker(builder).view(Exposition::Grouped).unwrap();
            for (action, mut arguments, answer) in calls.clone() {
                arguments["action"] = action.into();
                let arguments = filled(&view, "tracker", arguments);
                assert!(arguments.get(TOPIC).is_some());
                let response = view.call("tracker", arguments, Ctx::new()).await.unwrap();
                assert_eq!(text(&response), answer);
                let ignored = meta(&response, "dev.fusion/ignored").unwrap();
                let fields = ignored["fields"].as_array().unwrap();
                assert!(fields.contains(&json!(TOPIC)), "{fields:?}");
            }
            let plain = json!({"action": "help", TOPIC: "issues.get"});
            let arguments = filled(&view, "tracker", plain.clone());
            let count = arguments.as_object().unwrap().len() - 2;
            let plain = view.call("tracker", plain, Ctx::new()).await.unwrap();
            let response = view.call("tracker", arguments, Ctx::new()).await.unwrap();
            assert_eq!(response.content(), plain.content());
            assert_eq!(plain.meta(), None);
            let ignored = meta(&response, "dev.fusion/ignored").unwrap();
            assert_eq!(ignored["count"], count);
        }
    }
}

#[tokio::test]
async fn a_field_that_says_something_is_refused_by_help_and_topic_by_actions() {
    let view = tracker(brief()).view(Exposition::Grouped).unwrap();
    let arguments = json!({"action": "help", "limit": 21});
    let error = view.call("tracker", arguments, Ctx::new()).await;
    let error = error.unwrap_err().to_string();
    let problem = "- limit: not a field of help; it belongs to issues.list, comments.search";
    assert_eq!(error.lines().nth(1), Some(problem));
    let error = get(&view, "tracker", json!({TOPIC: "issues"})).await;
    let problem = "- topic: not a field of issues.get; it belongs to help";
    assert_eq!(error.unwrap_err().lines().nth(1), Some(problem));
}

#[tokio::test]
async fn hidden_fields_and_a_hidden_help_are_unknown() {
    let registry = tracker(brief());
    let filter = Filter::except(["tracker/issues.purge"]);
    let view = registry
        .view(Exposition::Grouped)
        .unwrap()
        .filtered(&filter)
        .unwrap();
    let arguments = json!({"action": "help", "force": null});
    let error = view.call("tracker", arguments, Ctx::new()).await;
    let error = error.unwrap_err().to_string();
    assert_eq!(error.lines().nth(1), Some("- force: unknown field"));
    // A tool that lists one action has no `help`.
    let filter = Filter::only(["tracker/issues.get"]);
    let view = registry
        .view(Exposition::Grouped)
        .unwrap()
        .filtered(&filter)
        .unwrap();
    let error = get(&view, "tracker", json!({TOPIC: null})).await;
    let error = error.unwrap_err();
    assert_eq!(error.lines().nth(1), Some("- topic: unknown field"));
}
