//! Renamed arguments in what a model reads of a call: help, repairs, ignored fields, refusals.

use fusion_core::{
    Content, Ctx, Exposition, Filter, Registry, RegistryBuilder, ToolResponse, View,
    middleware::Middleware, spec::Describe,
};
use serde_json::{Value, json};

use super::{Seen, organization};

fn view<M: Middleware>(builder: RegistryBuilder<M>, exposition: Exposition) -> View {
    let registry = builder.tool(organization()).build().unwrap();
    registry.view(exposition).unwrap()
}

async fn response(view: &View, tool: &str, arguments: Value) -> ToolResponse {
    view.call(tool, arguments, Ctx::new()).await.unwrap()
}

async fn text(view: &View, tool: &str, arguments: Value) -> String {
    match response(view, tool, arguments).await.content() {
        [Content::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

fn meta(response: &ToolResponse, key: &str) -> Value {
    response.meta().unwrap()[key].clone()
}

#[tokio::test]
async fn help_answers_with_the_new_names() {
    let builder = Registry::builder().describe(Describe::Brief);
    let view = view(builder, Exposition::Grouped);
    let topic = |topic| json!({"action": "help", "topic": topic});
    assert_eq!(
        text(&view, "organization", topic("users.find")).await,
        "\
users.find(user_id?, email?, account_id?)
Find a user.
Arguments:
- user_id: integer 0..
- email: string
- account_id: integer 0.. The account's number.
Exactly one of: user_id, email
Hints: read-only"
    );
    let overview = text(&view, "organization", json!({"action": "help"})).await;
    let lines: Vec<_> = overview
        .lines()
        .filter(|line| line.contains(") "))
        .collect();
    assert_eq!(
        lines,
        [
            "users.get(user_id, account_id?) Get a user",
            "users.find(user_id?, email?, account_id?) Find a user. One of: user_id, email",
            "users.change(user_id, change) Change a user",
            "teams.get(id) Get a team",
        ]
    );
}

#[tokio::test]
async fn a_refusal_names_the_whole_contract_by_the_new_names() {
    let view = view(Registry::builder(), Exposition::Grouped);
    let arguments = json!({"action": "users.get", "user": 7});
    let error = view.call("organization", arguments, Ctx::new()).await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "\
Validation failed for organization/users.get:
- user_id: required, but missing
- user: unknown field
Expected: user_id: integer 0.. (required), account_id: integer 0..
Fix these fields and call again."
    );
}

#[tokio::test]
async fn repairs_and_ignored_fields_are_reported_by_the_new_names() {
    let view = view(Registry::builder(), Exposition::Grouped);
    // `id` is a field of `teams.get`, and the own name of the renamed argument.
    let arguments = json!({"action": "users.get", "user_id": "7", "account_id": "1", "id": ""});
    let response = response(&view, "organization", arguments).await;
    assert_eq!(response.content(), [Content::text("user 7 of Some(1)")]);
    let repairs = meta(&response, "dev.fusion/repairs");
    let repaired = repairs.as_array().unwrap().iter();
    let mut repaired: Vec<_> = repaired.map(|repair| &repair["field"]).collect();
    repaired.sort_unstable_by_key(ToString::to_string);
    assert_eq!(repaired, ["account_id", "user_id"]);
    assert_eq!(
        meta(&response, "dev.fusion/ignored"),
        json!({"count": 1, "fields": ["id"]})
    );
}

#[tokio::test]
async fn an_ignored_field_of_an_own_name_leaves_the_argument_to_middleware() {
    let seen = Seen::default();
    let builder = Registry::builder().middleware(seen.clone());
    let view = view(builder, Exposition::Grouped);
    let arguments = json!({"action": "users.get", "user_id": 7, "id": ""});
    response(&view, "organization", arguments).await;
    assert_eq!(seen.take(), [("middleware", json!({"id": 7}))]);
}

#[tokio::test]
async fn a_filled_in_argument_of_the_block_is_read_by_its_new_name() {
    let view = view(Registry::builder(), Exposition::Grouped);
    let arguments =
        json!({"action": "users.find", "user_id": null, "email": "a@b.c", "account_id": ""});
    let found = text(&view, "organization", arguments).await;
    assert_eq!(found, "found None Some(\"a@b.c\")");
}

#[tokio::test]
async fn every_exposition_and_filter_has_the_new_names() {
    let all = view(Registry::builder(), Exposition::BySafety);
    let read = &all.tools()[0];
    assert_eq!(read.name, "organization_read");
    assert!(
        read.description
            .contains("\nusers: Manage users\nget(user_id, account_id?) Get a user\n"),
        "{}",
        read.description
    );
    let arguments = json!({"action": "users.get", "user_id": 7});
    assert_eq!(
        text(&all, "organization_read", arguments).await,
        "user 7 of None"
    );

    let flat = view(Registry::builder(), Exposition::Flat);
    let arguments = json!({"user_id": 7});
    assert_eq!(
        text(&flat, "organization_users_get", arguments).await,
        "user 7 of None"
    );

    // Without the action that has an argument `id`, there is no such field.
    let filter = Filter::except(["organization/teams.get"]);
    let filtered = view(Registry::builder(), Exposition::Grouped)
        .filtered(&filter)
        .unwrap();
    let fields = filtered.tools()[0].input_schema["properties"]
        .as_object()
        .unwrap();
    assert!(!fields.contains_key("id"), "{fields:?}");
    let arguments = json!({"action": "users.get", "user_id": 7, "id": "core"});
    let error = filtered.call("organization", arguments, Ctx::new()).await;
    let error = error.unwrap_err().to_string();
    assert_eq!(error.lines().nth(1), Some("- id: unknown field"));
}
