//! The list of tools.

use fusion_core::{Filter, schema::Profile, spec::Hints};

use super::*;

fn names(view: &View) -> Vec<&str> {
    view.tools().iter().map(|tool| tool.name.as_str()).collect()
}

#[test]
fn one_set_of_tools_stands_for_all_with_exact_hints() {
    let view = view();
    let hints: Vec<_> = view
        .tools()
        .iter()
        .map(|tool| (tool.name.as_str(), tool.hints))
        .collect();
    assert_eq!(
        hints,
        [
            ("find", Hints::new(true, false, true, false)),
            ("call_read", Hints::new(true, false, true, true)),
            ("call_write", Hints::new(false, false, false, false)),
            ("call_destructive", Hints::new(false, true, false, false)),
        ]
    );
    let keys: Vec<_> = view
        .tools()
        .iter()
        .map(|tool| tool.actions.join(" "))
        .collect();
    assert_eq!(
        keys,
        [
            "",
            "desk/issues.list files/read",
            "desk/issues.close desk/labels.create",
            "desk/issues.purge"
        ]
    );
    assert_eq!(view.instructions(), None);
}

#[test]
fn the_list_is_all_that_a_model_reads_before_it_searches() {
    let view = view();
    let [find, read, ..] = view.tools() else {
        panic!("{view:?}")
    };
    assert_eq!(
        find.description,
        "Find actions of this server by what they do. Returns up to 8 of its 5 actions, each with its contract and \
         the tool that calls it.\n\
         desk: Everything about a project\n\
         - issues: Track issues\n\
         - labels: Name what issues are about\n\
         files: Keep files"
    );
    assert_eq!(
        json!(*find.input_schema),
        json!({
            "type": "object",
            "properties": {"query": {
                "type": "string",
                "description": "What to do, in words, or the name of an action",
            }},
            "required": ["query"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        read.description,
        "Run an action that only reads. Get its name and contract from find first."
    );
    assert_eq!(
        json!(*read.input_schema),
        json!({
            "type": "object",
            "properties": {
                "action": {"type": "string", "description": "Its name, such as \"desk/issues.list\""},
                "arguments": {"type": "object", "description": "Its arguments, as its contract describes them"},
            },
            "required": ["action"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn a_tool_without_actions_to_call_is_not_listed() {
    for (filter, listed) in [
        (Filter::read_only(), &["find", "call_read"] as &[_]),
        (
            Filter::any_tags(["public"]),
            &["find", "call_read", "call_write"],
        ),
        (
            Filter::only(["desk/issues.purge"]),
            &["find", "call_destructive"],
        ),
        (Filter::nothing(), &[]),
    ] {
        assert_eq!(
            names(&view().filtered(&filter).unwrap()),
            listed,
            "{filter:?}"
        );
    }
}

#[tokio::test]
async fn every_profile_can_publish_the_list() {
    for (profile, kind) in [
        (Profile::Portable, json!("object")),
        (Profile::Open, json!("object")),
        (Profile::AsIs, json!("object")),
        // It has no notation for an open object.
        (Profile::OpenAiStrict, json!(["string", "null"])),
    ] {
        let view = view().in_profile(profile).unwrap();
        let schema = &view.tools()[1].input_schema;
        assert_eq!(
            schema["properties"]["arguments"]["type"], kind,
            "{profile:?}"
        );
        let closed = (profile != Profile::Open).then_some(&json!(false));
        assert_eq!(schema.get("additionalProperties"), closed, "{profile:?}");
        // A string of JSON is the object, whatever was published.
        let sent = json!({"action": "files/read", "arguments": r#"{"path": "a"}"#});
        assert_eq!(call(&view, "call_read", sent).await.unwrap(), "read a None");
    }
}

#[test]
fn lints_and_the_preview_know_the_list() {
    let view = view();
    let preview = view.preview();
    assert_eq!(preview.tools.len(), 4);
    assert!(view.lint().iter().all(|finding| finding.saved_tokens == 0));
}
