//! The argument in lists, catalogs and metadata.

use fusion_core::{Exposition, schema::Profile, tool_group, view::ListedTool};

use super::*;

fn properties(tool: &ListedTool) -> &serde_json::Map<String, Value> {
    tool.input_schema["properties"].as_object().unwrap()
}

#[test]
fn only_tools_with_such_an_action_list_the_argument() {
    let registry = Orders::default().registry();
    let listed = |exposition, profile| -> Vec<String> {
        let view = registry.view(exposition).unwrap();
        let view = view.in_profile(profile).unwrap();
        let tools = view.tools();
        let with = tools
            .iter()
            .filter(|tool| properties(tool).contains_key("idempotency_key"));
        with.map(|tool| tool.name.clone()).collect()
    };
    let flat = [
        "cancel", "fail", "long", "note", "place", "refund", "survey", "wait",
    ];
    for profile in [
        Profile::Portable,
        Profile::Open,
        Profile::AsIs,
        Profile::OpenAiStrict,
    ] {
        assert_eq!(listed(Exposition::Grouped, profile), ["orders"]);
        assert_eq!(
            listed(Exposition::BySafety, profile),
            ["orders_write", "orders_destructive"]
        );
        let mut names = listed(Exposition::Flat, profile);
        names.sort();
        assert_eq!(names, flat.map(|name| format!("orders_{name}")));
    }
}

#[test]
fn the_argument_is_an_optional_text_of_bounded_length() {
    let registry = Orders::default().registry();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        let tools = view.tools();
        let with = tools
            .iter()
            .filter(|tool| properties(tool).contains_key("idempotency_key"));
        for tool in with {
            assert_eq!(
                properties(tool)["idempotency_key"],
                json!({
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 128,
                    "description": "Any text, new for each operation: a call that is repeated with it does not run \
                                    again, and returns the first answer",
                }),
                "{}",
                tool.name
            );
            let required = tool.input_schema.get("required");
            let required = required.map(ToString::to_string).unwrap_or_default();
            assert!(!required.contains("idempotency_key"), "{required}");
        }
    }
    let description = &registry.tools()[0].description;
    assert!(
        description.contains("note(text, idempotency_key?)"),
        "{description}"
    );
    assert!(description.contains("change(item)"), "{description}");
}

#[test]
fn metadata_and_the_catalog_name_the_promise() {
    let registry = Orders::default().registry();
    let metadata = registry.actions();
    let once = metadata.iter().filter(|action| action.once);
    let mut keys: Vec<_> = once.map(|action| action.key.as_str()).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "cancel", "fail", "long", "note", "place", "refund", "survey", "wait"
        ]
    );
}

struct Given;

#[tool_group(name = "given")]
impl Given {
    /// Open an issue.
    #[action(once, schema = json!({
        "type": "object",
        "properties": {"title": {"type": "string", "maxLength": 3}},
        "required": ["title"],
        "additionalProperties": false,
    }))]
    fn open(title: String) -> String {
        title
    }
}

#[tokio::test]
async fn a_schema_of_the_author_gets_the_argument() {
    let registry = Registry::builder().tool(Given).build().unwrap();
    let view = registry.view(Exposition::Flat).unwrap();
    let tool = &view.tools()[0];
    assert_eq!(properties(tool)["idempotency_key"]["maxLength"], 128);
    for (arguments, runs) in [
        (json!({"title": "abc", "idempotency_key": "k"}), true),
        (json!({"title": "abc", "idempotency_key": "k"}), true),
        (json!({"title": "abcd", "idempotency_key": "l"}), false),
        (json!({"title": "abc", "idempotency_key": 7}), false),
        (json!({"title": "abc", "idempotency_kez": "k"}), false),
    ] {
        let called = view.call("given_open", arguments.clone(), Ctx::new()).await;
        assert_eq!(called.is_ok(), runs, "{arguments}");
    }
}

mod clash {
    use fusion_core::tool_group;

    pub(super) struct Other;

    #[tool_group(name = "other")]
    impl Other {
        /// Open an issue.
        #[action(once)]
        pub(super) fn open(key: String) -> String {
            key
        }
    }

    #[tool_group]
    pub(super) struct Joined {
        #[group(rename(key = "idempotency_key"))]
        pub(super) other: Other,
    }
}

#[test]
fn a_renamed_argument_does_not_take_the_name() {
    let joined = clash::Joined {
        other: clash::Other,
    };
    let errors = Registry::builder().tool(joined).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "`once` adds the argument `idempotency_key` to `joined/other.open`, and another argument of it has that name: \
         rename it on the field of `other`, with `#[group(rename(idempotency_key = \"…\"))]` (if the field renames an \
         argument to `idempotency_key`, give it another name there)"
    );
}
