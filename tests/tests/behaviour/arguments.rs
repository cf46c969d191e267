//! Reading of arguments: repairs, dropped keys, and the texts of refusals.
#![allow(dead_code)] // fields that only `Debug` reads

mod alias_clashes;
mod constraint_texts;
mod former_names;
mod given_input;
mod integers;
mod nested_options;
mod recursive_types;

use fusion_core::{Ctx, Registry, RegistryBuilder, ToolResponse, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// What to look for.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    owner: Option<String>,
    #[schemars(range(min = 1, max = 9))]
    depth: Option<u8>,
    tags: Option<Vec<String>>,
}

/// How to sort.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: u32 },
    Square { side: u32, note: Option<String> },
}

struct Shelf;

/// Keep documents.
#[tool_group(name = "shelf")]
impl Shelf {
    /// Find documents.
    #[action(read_only)]
    fn find(
        filter: Option<Filter>,
        #[arg(range(min = 1, max = 100))] limit: Option<u32>,
        deep: Option<bool>,
        order: Option<Order>,
        #[arg(pattern = "^[a-z]+$")] word: Option<String>,
        text: Option<String>,
    ) -> String {
        format!("{filter:?} {limit:?} {deep:?} {order:?} {word:?} {text:?}")
    }

    /// Read one.
    #[action(read_only, one_of("id", "name"))]
    fn read(id: Option<u64>, #[arg(length(max = 5))] name: Option<String>) -> String {
        format!("{id:?} {name:?}")
    }

    /// Draw one.
    #[action]
    fn draw(shape: Shape, #[arg(secret)] pin: Option<u32>) -> String {
        format!("{shape:?} {pin:?}")
    }

    /// Log in.
    #[action]
    fn login(
        #[arg(format = "email")] email: String,
        #[arg(range(min = 0.5))] weight: f64,
        #[arg(items(min = 1, max = 2))] tags: Vec<String>,
    ) -> String {
        format!("{email} {weight} {tags:?}")
    }
}

struct Strict;

#[tool_group(name = "strict", repair = false)]
impl Strict {
    #[action]
    fn count(n: u8) -> String {
        n.to_string()
    }
}

fn builder() -> RegistryBuilder {
    Registry::builder().tool(Shelf).tool(Strict)
}

fn text(response: &ToolResponse) -> &str {
    match response.content() {
        [fusion_core::Content::Text(text)] => text,
        other => panic!("{other:?}"),
    }
}

async fn call(registry: &Registry, tool: &str, arguments: Value) -> Result<ToolResponse, String> {
    let result = registry.call(tool, arguments, Ctx::new()).await;
    result.map_err(|error| error.to_string())
}

/// The lines of the problems alone.
async fn problems(arguments: Value) -> Vec<String> {
    let registry = builder().build().unwrap();
    let error = call(&registry, "shelf", arguments).await.unwrap_err();
    let lines = error.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(str::to_owned).collect()
}

#[tokio::test]
async fn numbers_booleans_and_json_text_are_read_as_what_is_declared_and_that_is_said() {
    let registry = builder().build().unwrap();
    let response = call(
        &registry,
        "shelf",
        json!({
            "action": "find", "limit": "20", "deep": "false", "text": "{\"a\": 1}",
            "filter": "{\"depth\": \"3\", \"owner\": null}"
        }),
    )
    .await
    .unwrap();
    assert_eq!(
        text(&response),
        "Some(Filter { owner: None, depth: Some(3), tags: None }) Some(20) Some(false) None None \
         Some(\"{\\\"a\\\": 1}\")"
    );
    let repair = |field, sent, read| json!({"field": field, "sent": sent, "read": read});
    assert_eq!(
        response.meta().unwrap().get("dev.fusion/repairs"),
        Some(&json!([
            repair("filter", "string", "object"),
            repair("filter.depth", "string", "integer"),
            repair("limit", "string", "integer"),
            repair("deep", "string", "boolean"),
        ]))
    );
    let response = call(&registry, "shelf", json!({"action": "find", "limit": 20})).await;
    assert_eq!(response.unwrap().meta(), None);
}

#[tokio::test]
async fn a_repaired_secret_is_not_mentioned() {
    let registry = builder().build().unwrap();
    let arguments = json!({"action": "draw", "shape": {"kind": "circle", "radius": 1}, "pin": "7"});
    let response = call(&registry, "shelf", arguments).await.unwrap();
    assert_eq!(text(&response), "Circle { radius: 1 } Some(7)");
    assert_eq!(response.meta(), None);
}

#[tokio::test]
async fn repair_is_off_where_a_group_or_the_registry_says_so() {
    let registry = builder().build().unwrap();
    let refused = |got| {
        format!(
            "Validation failed for strict/count:\n- n: expected integer 0..255, got {got}\n\
             Expected: n: integer 0..255 (required)\nFix these fields and call again."
        )
    };
    for (sent, got) in [(json!("5"), "\"5\""), (json!(30.5), "30.5")] {
        let arguments = json!({"action": "count", "n": sent});
        assert_eq!(
            call(&registry, "strict", arguments).await,
            Err(refused(got))
        );
    }
    let registry = builder().repair(false).build().unwrap();
    let arguments = json!({"action": "find", "limit": "5"});
    assert!(call(&registry, "shelf", arguments).await.is_err());
}

#[tokio::test]
async fn what_clients_add_is_dropped_and_anything_else_unknown_is_refused() {
    let registry = builder().build().unwrap();
    let arguments = json!({
        "action": "find", "toolCallId": "call_1", "sessionId": "s", "chatInput": "hi", "tool": "x"
    });
    assert!(call(&registry, "shelf", arguments.clone()).await.is_ok());
    let own = builder().ignored_arguments(["traceId"]).build().unwrap();
    assert!(
        call(&own, "shelf", json!({"action": "find", "traceId": 1}))
            .await
            .is_ok()
    );
    assert!(call(&own, "shelf", arguments).await.is_err());
    assert_eq!(
        problems(json!({"action": "find", "limt": 1, "toolCallID": 2, "name": "x"})).await,
        [
            "limt: unknown field. Did you mean \"limit\"?",
            "name: not a field of find; it belongs to read",
            "toolCallID: unknown field",
        ]
    );
}

#[tokio::test]
async fn every_problem_is_told_at_once_with_its_bound_and_a_way_out() {
    assert_eq!(
        problems(json!({
            "action": "find",
            "filter": {"depth": 10, "ownr": "x", "tags": ["a", 5]},
            "limit": 0, "deep": "yes", "order": "newst", "word": "A1"
        }))
        .await,
        [
            "filter.depth: expected integer 1..9, got 10",
            "filter.ownr: unknown field. Did you mean \"owner\"?",
            "filter.tags[1]: expected string, got 5. Send it as a string, in quotes",
            "limit: expected integer 1..100, got 0",
            "deep: expected boolean, got \"yes\"",
            "order: expected newest|oldest, got \"newst\". Did you mean \"newest\"?",
            "word: expected string matching ^[a-z]+$, got \"A1\"",
        ]
    );
    assert_eq!(
        problems(json!({"action": "login", "email": "nobody", "weight": 0.1, "tags": []})).await,
        [
            "email: expected string (email), got \"nobody\"",
            "weight: expected number 0.5.., got 0.1",
            "tags: expected array of string, items 1..2, got 0 items",
        ]
    );
}

#[tokio::test]
async fn nothing_said_in_a_wrong_way_is_told_how_to_be_left_out() {
    let out = ". To say nothing, leave the field out or send null";
    assert_eq!(
        problems(json!({
            "action": "find", "limit": "null", "deep": "null", "filter": ["null"], "order": []
        }))
        .await,
        [
            format!("filter: expected object, got array{out}"),
            format!("limit: expected integer 1..100, got \"null\"{out}"),
            format!("deep: expected boolean, got \"null\"{out}"),
            format!("order: expected newest|oldest, got array{out}"),
        ]
    );
    assert_eq!(
        problems(json!({"action": "find", "limit": [5]})).await,
        ["limit: expected integer 1..100, got array. Send the value itself, not in an array"]
    );
    assert_eq!(
        problems(json!({"action": "find", "limit": {}, "order": {}})).await,
        [
            format!("limit: expected integer 1..100, got object{out}"),
            format!("order: expected newest|oldest, got object{out}"),
        ]
    );
    let registry = builder().build().unwrap();
    let arguments = json!({"action": "find", "limit": null, "filter": null, "text": ""});
    let response = call(&registry, "shelf", arguments).await.unwrap();
    assert_eq!(text(&response), "None None None None None Some(\"\")");
}

#[tokio::test]
async fn text_that_looks_like_json_is_not_to_be_put_into_an_array() {
    let json = ". Send it as JSON, not as a text that contains JSON";
    assert_eq!(
        problems(json!({
            "action": "login", "email": "a@b.c", "weight": 1, "tags": "['a','b']", "": 1
        }))
        .await,
        [
            format!("tags: expected array of string, items 1..2, got \"['a','b']\"{json}"),
            "\"\": unknown field".to_owned(),
        ]
    );
    assert_eq!(
        problems(json!({"action": "find", "filter": "{depth: 3}"})).await,
        [format!(
            "filter: expected object, got \"{{depth: 3}}\"{json}"
        )]
    );
    assert_eq!(
        problems(json!({"action": "login", "email": "a@b.c", "weight": 1, "tags": "a"})).await,
        ["tags: expected array of string, items 1..2, got \"a\". Send it in an array"]
    );
}

#[tokio::test]
async fn exactly_one_of_several_is_asked_for() {
    let registry = builder().build().unwrap();
    let rule = "exactly one of id, name is required";
    assert_eq!(problems(json!({"action": "read"})).await, [rule]);
    assert_eq!(
        problems(json!({"action": "read", "id": null})).await,
        [rule]
    );
    assert_eq!(
        problems(json!({"action": "read", "id": 1, "name": "toolong"})).await,
        [
            "name: expected string, length ..5, got 7 characters".to_owned(),
            format!("{rule}, got 2. Leave the others out or send null"),
        ]
    );
    let response = call(
        &registry,
        "shelf",
        json!({"action": "read", "id": 1, "name": null}),
    )
    .await;
    assert_eq!(text(&response.unwrap()), "Some(1) None");
    let description = &registry.tools()[0].description;
    assert!(
        description.contains("\nread(id?, name?) Read one. One of: id, name\n"),
        "{description}"
    );
}

#[tokio::test]
async fn a_tagged_enum_is_told_as_the_variant_that_is_meant() {
    assert_eq!(
        problems(json!({"action": "draw", "shape": {"kind": "square", "radius": 1}})).await,
        [
            "shape.radius: unknown field",
            "shape.side: required, but missing"
        ]
    );
    assert_eq!(
        problems(json!({"action": "draw", "shape": {"kind": "squar"}})).await,
        ["shape.kind: expected circle|square, got \"squar\". Did you mean \"square\"?"]
    );
}
