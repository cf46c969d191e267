//! Profiles of a registry, a server, a mount and a view: what is published, what is refused, and that
//! arguments are checked as before.
#![allow(dead_code, clippy::option_option)] // types of arguments are read, and nothing else

use std::{collections::HashMap, sync::Arc};

use fusion_core::{
    BuildErrors, Content, Ctx, Exposition, Filter, Registry, Server, View, schema::Profile,
    server_info, spec::Describe, tool_group,
};
use fusion_tests::wire::Wire;
use rmcp::ServerHandler;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum State {
    Open,
    Closed,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Search {
    /// Words in the title.
    words: String,
    label: Option<String>,
    #[serde(default)]
    depth: u8,
}

struct Issues;

/// Track issues.
#[tool_group(name = "issues")]
impl Issues {
    /// List issues.
    #[action(read_only)]
    fn list(
        &self,
        /// The project.
        project: String,
        state: Option<State>,
        /// How many.
        #[arg(default = 20, range(min = 1, max = 100))]
        limit: u32,
        search: Option<Search>,
    ) -> String {
        format!("{project} {state:?} {limit} {search:?}")
    }

    /// Close an issue.
    #[action(destructive)]
    fn close(
        &self,
        /// The project.
        project: String,
        issue: u64,
        #[arg(length(max = 80))] comment: Option<String>,
    ) -> String {
        format!("{project} {issue} {comment:?}")
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Issues).build().unwrap()
}

fn schema(view: &View, tool: usize) -> Value {
    Value::Object((*view.tools()[tool].input_schema).clone())
}

fn strict(exposition: Exposition) -> View {
    let view = registry().view(exposition).unwrap();
    view.in_profile(Profile::OpenAiStrict).unwrap()
}

#[test]
fn in_one_tool_only_what_every_action_requires_takes_no_null() {
    assert_eq!(
        schema(&strict(Exposition::Grouped), 0),
        json!({
            "type": "object",
            "properties": {
                "action": {
                    "type": "string",
                    "enum": ["list", "close"],
                    "description": "Which operation to perform"
                },
                "project": {"type": "string", "description": "The project. (always required)"},
                "state": {
                    "type": ["string", "null"],
                    "enum": ["open", "closed", null]
                },
                "limit": {
                    "type": ["integer", "null"],
                    "minimum": 1,
                    "maximum": 100,
                    "description": "How many. Default: 20"
                },
                "search": {
                    "type": ["object", "null"],
                    "properties": {
                        "words": {"type": "string", "description": "Words in the title."},
                        "label": {"type": ["string", "null"]},
                        "depth": {
                            "type": ["integer", "null"],
                            "minimum": 0,
                            "maximum": 255,
                            "description": "Default: 0"
                        }
                    },
                    "required": ["words", "depth", "label"],
                    "additionalProperties": false
                },
                "issue": {
                    "type": ["integer", "null"],
                    "minimum": 0
                },
                "comment": {
                    "type": ["string", "null"],
                    "description": "Length: ..80"
                }
            },
            "required": ["action", "project", "comment", "issue", "limit", "search", "state"],
            "additionalProperties": false
        })
    );
}

#[test]
fn the_strict_profile_has_the_contents_of_nested_objects_in_the_brief_form() {
    let registry = |form, profile| {
        let builder = Registry::builder().tool(Issues).describe(form);
        builder.profile(profile).build().unwrap()
    };
    let contents = |registry: Registry| {
        let listed = schema(&registry.view(Exposition::Grouped).unwrap(), 0);
        listed["properties"]["search"]["properties"].clone()
    };
    let brief = contents(registry(Describe::Brief, Profile::OpenAiStrict));
    let compact = contents(registry(Describe::Compact, Profile::OpenAiStrict));
    let names = |schema: &Value| -> Vec<String> {
        let fields = schema.as_object().unwrap().keys();
        fields.cloned().collect()
    };
    assert_eq!(names(&brief), ["depth", "label", "words"]);
    assert_eq!(names(&brief), names(&compact));
    assert_eq!(brief["words"], json!({"type": "string"}));
    let portable = contents(registry(Describe::Brief, Profile::Portable));
    assert_eq!(portable, json!({}));
}

#[test]
fn limits_in_words_are_not_repeated_by_the_strict_profile() {
    let builder = Registry::builder().tool(Issues).limits_in_words(true);
    let registry = builder.profile(Profile::OpenAiStrict).build().unwrap();
    let listed = schema(&registry.view(Exposition::Grouped).unwrap(), 0);
    let text = |field: &str| listed["properties"][field]["description"].clone();
    assert_eq!(text("limit"), "How many. 1..100; default 20");
    assert_eq!(text("comment"), "length ..80");
}

#[test]
fn in_a_tool_of_one_action_only_what_it_requires_takes_no_null() {
    assert_eq!(
        schema(&strict(Exposition::Flat), 1),
        json!({
            "type": "object",
            "properties": {
                "project": {"type": "string", "description": "The project."},
                "issue": {"type": "integer", "minimum": 0},
                "comment": {"type": ["string", "null"], "description": "Length: ..80"}
            },
            "required": ["project", "issue", "comment"],
            "additionalProperties": false
        })
    );
}

#[test]
fn open_schemas_have_no_rule_for_further_fields() {
    let portable = registry().view(Exposition::Grouped).unwrap();
    let open = portable.in_profile(Profile::Open).unwrap();
    let mut expected = schema(&portable, 0);
    let root = expected.as_object_mut().unwrap();
    assert_eq!(root.remove("additionalProperties"), Some(json!(false)));
    let search = root["properties"]["search"].as_object_mut().unwrap();
    assert_eq!(search.remove("additionalProperties"), Some(json!(false)));
    assert_eq!(schema(&open, 0), expected);
}

#[tokio::test]
async fn what_is_not_published_is_enforced() {
    let call = async |view: &View, arguments: Value| {
        let called = view.call("issues_list", arguments, Ctx::new()).await;
        called
            .map(|response| response.content().to_vec())
            .map_err(|error| error.to_string())
    };
    let flat = registry().view(Exposition::Flat).unwrap();
    let open = flat.in_profile(Profile::Open).unwrap();
    let strict = flat.in_profile(Profile::OpenAiStrict).unwrap();
    let refused = "Validation failed for issues_list:\n- stat: unknown field. Did you mean \"state\"?\nExpected: project: string (required), state: open|closed, limit: integer 1..100, search: object\nFix these fields and call again.";
    for view in [&flat, &open, &strict] {
        let sent = json!({"project": "a", "stat": "open"});
        assert_eq!(call(view, sent).await, Err(refused.to_owned()));
        // `null` everywhere, as a client in strict mode sends it.
        let filled = json!({"project": "a", "state": null, "limit": null, "search": null});
        let text = "a None 20 None";
        assert_eq!(call(view, filled).await, Ok(vec![Content::text(text)]));
        let filled = json!({
            "project": "a",
            "state": "closed",
            "limit": 3,
            "search": {"words": "x", "label": null, "depth": null}
        });
        let text = "a Some(Closed) 3 Some(Search { words: \"x\", label: None, depth: 0 })";
        assert_eq!(call(view, filled).await, Ok(vec![Content::text(text)]));
    }
}

/// The schema that a client lists.
async fn listed(mut wire: Wire) -> Value {
    wire.shake_hands().await;
    let list = wire.ask(1, "tools/list", json!({})).await;
    list["result"]["tools"][0]["inputSchema"].clone()
}

#[derive(Clone)]
struct Theirs;

impl ServerHandler for Theirs {}

#[tokio::test]
async fn a_server_and_a_mount_replace_the_profile_of_the_registry() {
    let all = [Profile::Portable, Profile::OpenAiStrict, Profile::Open];
    for own in all {
        let registry = Registry::builder()
            .profile(own)
            .tool(Issues)
            .build()
            .unwrap();
        let of = |profile: Profile| {
            let view = registry.view(Exposition::Grouped).unwrap();
            schema(&view.in_profile(profile).unwrap(), 0)
        };
        assert_eq!(
            schema(&registry.view(Exposition::Grouped).unwrap(), 0),
            of(own)
        );
        for other in all {
            // Only the last one counts, and the exposition keeps it.
            let server = Server::new(registry.clone(), server_info!());
            let server = server.profile(own).unwrap().profile(other).unwrap();
            let server = server.exposition(Exposition::Flat).unwrap();
            let server = server.exposition(Exposition::Grouped).unwrap();
            assert_eq!(listed(Wire::serve(server)).await, of(other));
            let mount = registry.mount().profile(other).unwrap();
            let attached = mount.attach(Theirs);
            let listed = attached.get_tool("issues").unwrap().input_schema;
            assert_eq!(Value::Object((*listed).clone()), of(other));
        }
    }
}

#[test]
fn a_profile_is_computed_once_and_filters_keep_it() {
    let registry = registry();
    let view = |exposition| registry.view(exposition).unwrap();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let strict = || view(exposition).in_profile(Profile::OpenAiStrict).unwrap();
        let (one, two) = (strict(), strict());
        let schemas = [&one, &two].map(|view| &view.tools()[0].input_schema);
        assert!(Arc::ptr_eq(schemas[0], schemas[1]), "{exposition:?}");
        let only = Filter::only(["issues/close"]);
        let filtered = [one.filtered(&only), view(exposition).filtered(&only)];
        let [first, later] = filtered.map(Result::unwrap);
        let later = later.in_profile(Profile::OpenAiStrict).unwrap();
        assert_eq!(first.tools(), later.tools());
        let schemas = [&first, &later].map(|view| &view.tools()[0].input_schema);
        assert!(Arc::ptr_eq(schemas[0], schemas[1]), "{exposition:?}");
        // Alone, the action requires its issue.
        let issue = &first.tools()[0].input_schema["properties"]["issue"]["type"];
        assert_eq!(issue, "integer", "{exposition:?}");
    }
}

#[test]
fn types_are_compiled_for_the_profile_of_the_view() {
    let as_is = Registry::builder().profile(Profile::AsIs).tool(Issues);
    let as_is = as_is.build().unwrap().view(Exposition::Grouped).unwrap();
    let portable = registry().view(Exposition::Grouped).unwrap();
    assert_ne!(as_is.tools(), portable.tools());
    for profile in [
        Profile::Portable,
        Profile::OpenAiStrict,
        Profile::Open,
        Profile::AsIs,
    ] {
        let [one, other] = [&as_is, &portable].map(|view| view.in_profile(profile).unwrap());
        assert_eq!(one.tools(), other.tools(), "{profile:?}");
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = true))]
struct Further {
    name: String,
}

struct Loose;

fn opaque() -> Value {
    json!({"type": "array", "items": {"$ref": "#/$defs/Any"}, "$defs": {"Any": {}}})
}

#[tool_group(name = "loose")]
impl Loose {
    /// Take many things.
    #[action]
    fn take(
        &self,
        map: HashMap<String, u8>,
        #[arg(any)] any: Value,
        object: serde_json::Map<String, Value>,
        further: Further,
        third: Option<Option<u8>>,
        #[arg(schema = opaque())] opaque: Vec<u8>,
        fine: Option<u8>,
    ) {
        drop((map, any, object, further, third, opaque, fine));
    }
}

fn loose() -> Registry {
    Registry::builder().tool(Loose).build().unwrap()
}

fn texts(errors: &BuildErrors) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn what_a_profile_cannot_publish_is_an_error_of_whoever_sets_it() {
    const LISTS: &str = "`Profile::OpenAiStrict` lists every field";
    let map = format!(
        "a map has fields of any name, and {LISTS}: take a list of structs, each with a key and a value, or set another profile"
    );
    let open = format!(
        "an object accepts fields that its schema does not list, and {LISTS}: name all fields of the type, or set another profile"
    );
    let reasons = [
        ("map", map),
        ("any", "any JSON is accepted, and `Profile::OpenAiStrict` has no schema for that: name a type, or take the JSON as a `String`, or set another profile".to_owned()),
        ("object", open.clone()),
        ("further", open),
        ("third", "`null` is a value beside absence, and under `Profile::OpenAiStrict` `null` stands for absence: take one `Option` of an enum with a variant for the third state, or set another profile".to_owned()),
        ("opaque", "at `[]`, its schema uses `$ref`, which `Profile::OpenAiStrict` does not have: write the schema without it, or set another profile".to_owned()),
    ];
    let expected = reasons.map(|(name, reason)| {
        format!("argument `{name}` of `loose/take` cannot be published: {reason}")
    });
    let built = Registry::builder()
        .profile(Profile::OpenAiStrict)
        .tool(Loose);
    assert_eq!(texts(&built.build().unwrap_err()), expected);
    let server = Server::new(loose(), server_info!());
    let error = server.profile(Profile::OpenAiStrict).unwrap_err();
    assert_eq!(texts(&error), expected);
    let error = loose().mount().profile(Profile::OpenAiStrict).unwrap_err();
    assert_eq!(texts(&error), expected);
    for exposition in [Exposition::BySafety, Exposition::Flat] {
        let view = loose().view(exposition).unwrap();
        let error = view.in_profile(Profile::OpenAiStrict).unwrap_err();
        assert_eq!(texts(&error), expected);
    }
    for profile in [Profile::Portable, Profile::Open, Profile::AsIs] {
        let built = Registry::builder().profile(profile).tool(Loose).build();
        assert!(built.is_ok(), "{profile:?}");
        assert!(loose().mount().profile(profile).is_ok(), "{profile:?}");
    }
}

struct Given;

fn given() -> Value {
    json!({
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": false,
        "oneOf": [{"required": ["a"]}, {"required": []}]
    })
}

#[tool_group(name = "given")]
impl Given {
    /// Take an argument.
    #[action(schema = given())]
    fn one(&self, a: Option<String>) {
        drop(a);
    }
}

#[test]
fn a_schema_that_an_author_wrote_for_an_action_is_converted_or_refused() {
    let registry = Registry::builder().tool(Given).build().unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    let error = flat.in_profile(Profile::OpenAiStrict).unwrap_err();
    assert_eq!(
        texts(&error),
        [
            "the input schema of `given/one` cannot be published: its schema uses `oneOf`, which `Profile::OpenAiStrict` does not have: write the schema without it, or set another profile"
        ]
    );
    let open = flat.in_profile(Profile::Open).unwrap();
    let mut expected = given();
    expected
        .as_object_mut()
        .unwrap()
        .remove("additionalProperties");
    assert_eq!(schema(&open, 0), expected);
    // Grouped, the merged schema is published instead.
    let grouped = registry.view(Exposition::Grouped).unwrap();
    assert!(grouped.in_profile(Profile::OpenAiStrict).is_ok());
}
