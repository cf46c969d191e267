//! `Option<Option<T>>`: absent, null, or a value. `null` is not an omission then.

use fusion_core::{Ctx, Exposition, Registry, schema::Profile, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

type Patch<T> = Option<Option<T>>;

/// A type that is read as an `Option`.
#[derive(Debug, JsonSchema)]
#[schemars(with = "Option<u8>")]
struct Nullable(Option<u8>);

impl<'de> Deserialize<'de> for Nullable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self)
    }
}

/// Reads a field that is there: `null` is a value then.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Patch<String>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Deserialize, JsonSchema)]
struct UserProfile {
    #[serde(default, deserialize_with = "present")]
    #[schemars(extend("x-fusion-null" = true))]
    name: Patch<String>,
    age: Option<u8>,
}

struct Users;

/// Manage users.
#[tool_group(name = "users")]
impl Users {
    /// Change a user.
    #[action]
    fn patch(
        name: Patch<String>,
        age: Option<Nullable>,
        #[arg(schema = json!({"type": ["string", "null"]}))] given: Patch<String>,
        #[arg(length(max = 3))] short: Patch<String>,
        plain: Option<String>,
    ) -> String {
        format!("{name:?} {age:?} {given:?} {short:?} {plain:?}")
    }

    /// Change a profile.
    #[action]
    fn nested(profile: UserProfile) -> String {
        format!("{:?} {:?}", profile.name, profile.age)
    }
}

fn registry(profile: Profile) -> Registry {
    let builder = Registry::builder().profile(profile).tool(Users);
    builder.build().unwrap()
}

async fn told(registry: &Registry, arguments: Value) -> String {
    let answer = registry.call("users", arguments, Ctx::new()).await;
    answer.map_or_else(
        |error| error.to_string(),
        |answer| super::text(&answer).to_owned(),
    )
}

#[tokio::test]
async fn null_is_the_inner_none_and_absence_the_outer_one() {
    for profile in [Profile::Portable, Profile::Open, Profile::AsIs] {
        let registry = registry(profile);
        for (arguments, expected) in [
            (json!({"action": "patch"}), "None None None None None"),
            (
                json!({"action": "patch", "name": null, "age": null, "given": null, "short": null, "plain": null}),
                "Some(None) Some(Nullable(None)) Some(None) Some(None) None",
            ),
            (
                json!({"action": "patch", "name": "a", "age": 1, "given": "b", "short": "c", "plain": "d"}),
                r#"Some(Some("a")) Some(Nullable(Some(1))) Some(Some("b")) Some(Some("c")) Some("d")"#,
            ),
            (
                json!({"action": "nested", "profile": {"name": null, "age": null}}),
                "Some(None) None",
            ),
            (
                json!({"action": "nested", "profile": {"name": "a"}}),
                r#"Some(Some("a")) None"#,
            ),
            (json!({"action": "nested", "profile": {}}), "None None"),
        ] {
            assert_eq!(
                told(&registry, arguments.clone()).await,
                expected,
                "{profile:?} {arguments}"
            );
        }
    }
}

#[test]
fn null_is_published_where_it_is_a_value() {
    let registry = registry(Profile::Portable);
    let flat = registry.view(Exposition::Flat).unwrap();
    let text = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
    let tools = flat.tools();
    let patch = &tools[0].input_schema["properties"];
    assert_eq!(tools[0].input_schema.get("required"), None);
    assert_eq!(patch["name"], text);
    assert_eq!(
        patch["age"],
        json!({
            "anyOf": [{"type": "integer", "minimum": 0, "maximum": 255}, {"type": "null"}],
            "description": "A type that is read as an `Option`."
        })
    );
    assert_eq!(
        patch["short"],
        json!({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]})
    );
    assert_eq!(patch["plain"], json!({"type": "string"}));
    let profile = &tools[1].input_schema["properties"]["profile"];
    assert_eq!(profile["properties"]["name"], text);
    assert_eq!(profile.get("required"), None);
    assert!(!format!("{:?}", tools[1].input_schema).contains("x-fusion"));
}

#[tokio::test]
async fn a_wrong_value_is_told_the_null() {
    let registry = registry(Profile::Portable);
    let text = told(&registry, json!({"action": "patch", "short": 5})).await;
    assert!(
        text.contains("- short: expected string, length ..3 or null, got 5"),
        "{text}"
    );
}

/// In strict function calling, `null` stands for absence, so that the third state has no notation.
#[test]
fn strict_function_calling_has_no_third_state() {
    let built = Registry::builder()
        .profile(Profile::OpenAiStrict)
        .tool(Users)
        .build();
    let errors: Vec<_> = built.unwrap_err().iter().map(ToString::to_string).collect();
    let reason = "`null` is a value beside absence, and under `Profile::OpenAiStrict` `null` stands for absence: take one `Option` of an enum with a variant for the third state, or set another profile";
    let refused =
        |place: &str, at: &str| format!("argument `{place}` cannot be published: {at}{reason}");
    assert_eq!(
        errors,
        [
            refused("name` of `users/patch", ""),
            refused("age` of `users/patch", ""),
            refused("given` of `users/patch", ""),
            refused("short` of `users/patch", ""),
            refused("profile` of `users/nested", "at `name`, "),
        ]
    );
}

struct Given;

#[tool_group(name = "given")]
impl Given {
    /// Take a value.
    #[action(schema = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"]}}
    }))]
    fn take(a: Patch<String>, b: Option<String>) -> String {
        format!("{a:?} {b:?}")
    }
}

#[tokio::test]
async fn the_schema_of_an_author_has_a_null_by_the_same_rules() {
    let registry = Registry::builder().tool(Given).build().unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    let sent = json!({"a": null, "b": null});
    let answer = flat.call("given_take", sent, Ctx::new()).await.unwrap();
    assert_eq!(super::text(&answer), "Some(None) None");
    let error = flat.in_profile(Profile::OpenAiStrict).unwrap_err();
    assert!(
        error.to_string().starts_with(
            "argument `a` of `given/take` cannot be published: `null` is a value beside absence"
        ),
        "{error}"
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

struct Tasks;

#[tool_group(name = "tasks")]
impl Tasks {
    /// Change a task.
    #[action(one_of("due", "state", "list", "plain", "any"))]
    fn patch(
        #[arg(format = "date")] due: Patch<String>,
        state: Patch<State>,
        list: Patch<Vec<String>>,
        plain: Option<u8>,
        #[arg(any)] any: Option<Value>,
    ) -> String {
        format!("{due:?} {state:?} {list:?} {plain:?} {any:?}")
    }
}

async fn patched(arguments: Value) -> String {
    let registry = Registry::builder().tool(Tasks).build().unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    let answer = flat.call("tasks_patch", arguments, Ctx::new()).await;
    answer.map_or_else(
        |error| error.to_string().lines().nth(1).unwrap().to_owned(),
        |answer| super::text(&answer).to_owned(),
    )
}

#[tokio::test]
async fn null_is_the_given_one_of_a_set_where_it_is_a_value() {
    let several =
        "- exactly one of due, state, list, plain, any is required, got 2. Leave the others out";
    let nothing = "- exactly one of due, state, list, plain, any is required";
    for (arguments, expected) in [
        (json!({"due": null}), "Some(None) None None None None"),
        (
            json!({"due": null, "plain": null}),
            "Some(None) None None None None",
        ),
        (json!({"due": null, "plain": 1}), several),
        (json!({"due": null, "state": null}), several),
        (json!({"plain": null}), nothing),
        (json!({"any": null}), nothing),
    ] {
        assert_eq!(patched(arguments.clone()).await, expected, "{arguments}");
    }
}

#[tokio::test]
async fn null_is_no_advice_for_saying_nothing_where_it_is_a_value() {
    for (arguments, expected) in [
        (
            json!({"due": "null"}),
            "- due: expected string (date) or null, got \"null\"",
        ),
        (
            json!({"due": []}),
            "- due: expected string (date) or null, got array",
        ),
        (
            json!({"due": [null]}),
            "- due: expected string (date) or null, got array. Send the value itself, not in an array",
        ),
        (
            json!({"state": "null"}),
            "- state: expected open|closed or null, got \"null\"",
        ),
        (
            json!({"state": "opne"}),
            "- state: expected open|closed or null, got \"opne\". Did you mean \"open\"?",
        ),
        (
            json!({"list": [null]}),
            "- list[0]: expected string, got null",
        ),
        (
            json!({"plain": "null"}),
            "- plain: expected integer 0..255, got \"null\". To say nothing, leave the field out or send null",
        ),
        (
            json!({"plain": [null]}),
            "- plain: expected integer 0..255, got array. To say nothing, leave the field out or send null",
        ),
    ] {
        assert_eq!(patched(arguments.clone()).await, expected, "{arguments}");
    }
}
