//! Hosts that fill in every field of a tool: fields of other actions that say nothing are ignored.
#![allow(dead_code, clippy::many_single_char_names)] // `Debug` reads; the fields of a wide tool

mod help;
mod other_names;
mod own_fields;

use std::sync::{Arc, Mutex};

use fusion_core::{
    Content, Ctx, Exposition, Filter, Registry, RegistryBuilder, ToolResponse, ToolResult, View,
    build::ForeignFields,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    tool_group,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

struct Issues;

#[tool_group(name = "issues")]
impl Issues {
    #[action(read_only)]
    fn list(
        state: Option<State>,
        #[arg(default = 20, range(min = 1, max = 100))] limit: u32,
        #[arg(default = 0)] offset: u32,
    ) -> String {
        format!("{state:?} {limit} {offset}")
    }

    #[action(read_only)]
    fn get(issue: u64) -> String {
        format!("issue {issue}")
    }

    #[action]
    fn open(title: String, #[arg(secret, default = "hunter2")] pin: String) -> String {
        format!("{title} {}", pin.len())
    }

    #[action(destructive, tags("admin"))]
    fn purge(#[arg(default = 30)] days: u32, force: Option<bool>) -> String {
        format!("{days} {force:?}")
    }
}

struct Comments;

#[tool_group(name = "comments")]
impl Comments {
    #[action(read_only)]
    fn search(
        #[arg(default = 50)] limit: u32,
        #[arg(default = 0.5)] weight: f64,
        #[arg(default = vec!["new".to_owned()])] tags: Vec<String>,
    ) -> String {
        format!("{limit} {weight} {tags:?}")
    }
}

/// Track issues.
#[tool_group(name = "tracker")]
struct Tracker {
    #[group]
    issues: Issues,
    #[group]
    comments: Comments,
}

fn builder() -> RegistryBuilder {
    Registry::builder()
}

fn tracker(builder: RegistryBuilder) -> Registry {
    let builder = builder.tool(Tracker {
        issues: Issues,
        comments: Comments,
    });
    builder.build().unwrap()
}

fn text(response: &ToolResponse) -> &str {
    match response.content() {
        [Content::Text(text)] => text,
        other => panic!("{other:?}"),
    }
}

fn meta(response: &ToolResponse, key: &str) -> Option<Value> {
    response.meta()?.get(key).cloned()
}

/// Calls `issues.get` with more fields.
async fn get(view: &View, tool: &str, more: Value) -> Result<ToolResponse, String> {
    let mut arguments = json!({"action": "issues.get", "issue": 1});
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    let result = view.call(tool, arguments, Ctx::new()).await;
    result.map_err(|error| error.to_string())
}

fn refusal(tool: &str, problem: &str) -> String {
    format!(
        "Validation failed for {tool}/issues.get:\n- {problem}\n\
         Expected: issue: integer 0.. (required)\nFix these fields and call again."
    )
}

#[tokio::test]
async fn fields_of_other_actions_that_say_nothing_are_ignored_and_counted() {
    let view = tracker(builder()).view(Exposition::Grouped).unwrap();
    for (more, fields) in [
        (json!({"title": null}), json!(["title"])),
        (
            json!({"limit": 20, "offset": 0}),
            json!(["limit", "offset"]),
        ),
        // The default of any of several actions, by its value.
        (json!({"limit": 50}), json!(["limit"])),
        (
            json!({"limit": 20.0, "offset": -0.0}),
            json!(["limit", "offset"]),
        ),
        (
            json!({"weight": 0.5, "tags": ["new"]}),
            json!(["tags", "weight"]),
        ),
        (
            json!({"title": "", "state": [], "force": {}, "pin": null, "days": ""}),
            json!(["days", "force", "pin", "state", "title"]),
        ),
    ] {
        let response = get(&view, "tracker", more.clone()).await.unwrap();
        assert_eq!(text(&response), "issue 1", "{more}");
        let count = fields.as_array().unwrap().len();
        assert_eq!(
            meta(&response, "dev.fusion/ignored"),
            Some(json!({"count": count, "fields": fields})),
            "{more}"
        );
    }
    let response = get(&view, "tracker", json!({})).await.unwrap();
    assert_eq!(response.meta(), None);
}

#[tokio::test]
async fn any_other_value_of_such_a_field_is_refused() {
    let view = tracker(builder()).view(Exposition::Grouped).unwrap();
    for (name, owner) in [
        ("title", "issues.open"),
        ("limit", "issues.list, comments.search"),
        ("offset", "issues.list"),
        ("force", "issues.purge"),
        ("tags", "comments.search"),
        // The default of a secret is not published.
        ("pin", "issues.open"),
    ] {
        let problem = format!("{name}: not a field of issues.get; it belongs to {owner}");
        let refused = refusal("tracker", &problem);
        for value in [
            json!(21),
            json!("20"),
            json!(false),
            json!(" "),
            json!([0]),
            json!({"a": null}),
            json!("hunter2"),
        ] {
            let found = get(&view, "tracker", json!({name: value})).await;
            assert_eq!(found, Err(refused.clone()), "{name} {value}");
        }
    }
    // A field that is ignored is no problem beside one that is.
    let found = get(
        &view,
        "tracker",
        json!({"title": null, "limit": 1, "lmit": null}),
    )
    .await;
    let problem = "limit: not a field of issues.get; it belongs to issues.list, comments.search\n\
                   - lmit: unknown field";
    assert_eq!(found, Err(refusal("tracker", problem)));
}

#[tokio::test]
async fn a_registry_may_ignore_every_value_of_such_a_field() {
    let registry = tracker(builder().foreign_fields(ForeignFields::Ignore));
    let view = registry.view(Exposition::Grouped).unwrap();
    let more = json!({"force": false, "limit": 0, "title": "x", "state": "open", "pin": "p"});
    let response = get(&view, "tracker", more).await.unwrap();
    assert_eq!(text(&response), "issue 1");
    assert_eq!(
        meta(&response, "dev.fusion/ignored"),
        Some(json!({"count": 5, "fields": ["force", "limit", "pin", "state", "title"]}))
    );
    let found = get(&view, "tracker", json!({"titel": null})).await;
    assert_eq!(found, Err(refusal("tracker", "titel: unknown field")));
}

/// The tool, the field, and whether the field is one of an action beside `issues.get`.
const PLACES: [(Exposition, &str, &str, bool); 6] = [
    (Exposition::Grouped, "tracker", "title", true),
    (Exposition::Grouped, "tracker", "days", false),
    (Exposition::BySafety, "tracker_read", "limit", true),
    (Exposition::BySafety, "tracker_read", "title", false),
    (Exposition::Flat, "tracker_issues_get", "title", false),
    (Exposition::Flat, "tracker_issues_get", "limit", false),
];

#[tokio::test]
async fn only_fields_of_the_listed_tool_are_ignored_and_hidden_ones_do_not_exist() {
    let filter = Filter::without_tags(["admin"]);
    for foreign in [ForeignFields::Refuse, ForeignFields::Ignore] {
        let registry = tracker(builder().foreign_fields(foreign));
        for (exposition, tool, name, ignored) in PLACES {
            let view = registry
                .view(exposition)
                .unwrap()
                .filtered(&filter)
                .unwrap();
            for value in [json!(null), json!(""), json!([]), json!({}), json!(30)] {
                // Without a discriminator, it is an unknown field, too.
                let call = async |name: &str| {
                    let mut arguments = json!({"issue": 1, name: value.clone()});
                    if exposition != Exposition::Flat {
                        arguments["action"] = json!("issues.get");
                    }
                    let result = view.call(tool, arguments, Ctx::new()).await;
                    result.map_err(|error| error.to_string())
                };
                let found = call(name).await;
                let absent = call("zzzzzzzz").await.unwrap_err();
                assert!(absent.contains("- zzzzzzzz: unknown field\n"), "{absent}");
                let may_be_meant = value == 30 && foreign == ForeignFields::Refuse;
                match found {
                    Ok(_) => assert!(ignored && !may_be_meant, "{tool} {name} {value}"),
                    Err(text) if ignored => {
                        assert!(may_be_meant && text.contains("it belongs to"), "{text}");
                    }
                    Err(text) => assert_eq!(text, absent.replace("zzzzzzzz", name)),
                }
            }
        }
    }
}

struct Wide;

macro_rules! wide {
    ($($field:ident)*) => {
        #[tool_group(name = "wide")]
        impl Wide {
            #[action]
            #[allow(clippy::too_many_arguments)]
            fn all($($field: Option<u8>),*) -> String {
                [$(format!("{:?}", $field)),*].concat()
            }

            #[action]
            fn none() -> &'static str {
                "none"
            }
        }
    };
}

wide! { a b c d e f g h i j k l m n o p q r s t }

#[tokio::test]
async fn a_response_names_sixteen_ignored_fields_and_counts_all() {
    let registry = builder().tool(Wide).build().unwrap();
    let mut arguments = json!({"action": "none"});
    for letter in 'a'..='t' {
        arguments[letter.to_string()] = Value::Null;
    }
    let response = registry.call("wide", arguments, Ctx::new()).await.unwrap();
    let first: Vec<_> = ('a'..='p').map(String::from).collect();
    assert_eq!(
        meta(&response, "dev.fusion/ignored"),
        Some(json!({"count": 20, "fields": first}))
    );
}

/// Returns the arguments that middleware reads.
struct Reads;

impl Middleware for Reads {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let sent = json!(call.arguments());
        Ok(next.run(call).await?.with_meta("test/sent", sent))
    }
}

#[derive(Clone, Default)]
struct Observed(Arc<Mutex<Vec<Value>>>);

impl Observer for Observed {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, _: &Outcome<'_>) {
        self.0.lock().unwrap().push(json!(call.arguments()));
    }
}

#[tokio::test]
async fn middleware_reads_no_ignored_field_and_observers_no_secret_of_another_action() {
    let observed = Observed::default();
    let builder = builder().foreign_fields(ForeignFields::Ignore);
    let tracker = Tracker {
        issues: Issues,
        comments: Comments,
    };
    let builder = builder.observe(observed.clone()).middleware(Reads);
    let registry = builder.tool(tracker).build().unwrap();
    let arguments = json!({"action": "issues.get", "issue": 1, "pin": "hunter1", "limit": 5});
    let response = registry
        .call("tracker", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(meta(&response, "test/sent"), Some(json!({"issue": 1})));
    assert_eq!(
        *observed.0.lock().unwrap(),
        [json!({"issue": 1, "pin": "[secret]", "limit": 5})]
    );
}
