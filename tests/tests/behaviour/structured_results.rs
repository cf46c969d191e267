//! Structured content: together with an output schema, never without, and never against it; and empty
//! texts, which APIs refuse.

use std::collections::BTreeMap;

use fusion_core::{
    Content, Ctx, Exposition, Json, Registry, RegistryBuilder, ToolError, ToolResponse, ToolResult,
    View,
    middleware::{Call, Middleware, Next},
    prompt::PromptMessage,
    tool_group,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, JsonSchema)]
struct Point {
    x: f64,
}

/// A type whose `JsonSchema` is not that of its `Serialize`.
#[derive(Serialize)]
struct Liar {
    x: &'static str,
}

impl JsonSchema for Liar {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Liar".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "properties": {"x": {"type": "number"}}})
    }
}

#[derive(Serialize, JsonSchema)]
struct Nothing {}

struct Shapes;

#[tool_group(name = "shapes")]
impl Shapes {
    /// Returns a point.
    #[action(read_only)]
    fn point(&self) -> Json<Point> {
        Json(Point { x: 1.5 })
    }

    /// Returns a point with a picture.
    #[action(read_only)]
    #[allow(clippy::unnecessary_wraps)] // the errors of such a result
    fn pictured(&self) -> Result<(Json<Point>, [Content; 1]), ToolError> {
        Ok((Json(Point { x: 2.5 }), [Content::text("picture")]))
    }

    /// Returns a value that its schema does not describe.
    #[action(read_only)]
    fn lie(&self) -> Json<Liar> {
        Json(Liar { x: "no number" })
    }

    /// Returns a response of its own.
    #[action(read_only)]
    fn built(&self) -> ToolResult {
        Ok(ToolResponse::structured(&json!({"x": 1}))?.block("more"))
    }

    /// Returns numbers that JSON does not have.
    #[action(read_only)]
    fn numbers(&self, which: String) -> Json<BTreeMap<String, f32>> {
        let number = match which.as_str() {
            "nan" => f32::NAN,
            "infinity" => f32::INFINITY,
            "negative" => f32::NEG_INFINITY,
            _ => 1.5,
        };
        Json(BTreeMap::from([("n".to_owned(), number)]))
    }
}

fn flat<M: Middleware>(builder: RegistryBuilder<M>) -> View {
    let registry = builder.tool(Shapes).build().unwrap();
    registry.view(Exposition::Flat).unwrap()
}

/// The texts and the structured content of a call, or `Err` with the code of its error.
async fn call(
    view: &View,
    name: &str,
    arguments: Value,
) -> Result<(Vec<String>, Option<Value>), String> {
    let response = view.call(name, arguments, Ctx::new()).await;
    let response = response.map_err(|error| error.data()["code"].as_str().unwrap().to_owned())?;
    let texts = response.content().iter().map(|block| match block {
        Content::Text(text) => text.clone(),
        other => format!("{other:?}"),
    });
    Ok((texts.collect(), response.structured_content().cloned()))
}

/// Appends a block to every result.
struct Appending;

impl Middleware for Appending {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        Ok(next.run(call).await?.block("appended"))
    }
}

#[tokio::test]
async fn a_block_that_a_middleware_appends_keeps_structured_content() {
    let view = flat(Registry::builder().middleware(Appending));
    let texts = vec![r#"{"x":1.5}"#.to_owned(), "appended".to_owned()];
    let expected = Ok((texts, Some(json!({"x": 1.5}))));
    assert_eq!(call(&view, "shapes_point", json!({})).await, expected);
}

#[tokio::test]
async fn a_typed_result_may_have_further_blocks() {
    let view = flat(Registry::builder());
    let listed = view
        .tools()
        .iter()
        .find(|tool| tool.name == "shapes_pictured");
    assert!(listed.unwrap().output_schema.is_some());
    let texts = vec![r#"{"x":2.5}"#.to_owned(), "picture".to_owned()];
    let expected = Ok((texts, Some(json!({"x": 2.5}))));
    assert_eq!(call(&view, "shapes_pictured", json!({})).await, expected);
}

#[tokio::test]
async fn structured_content_goes_together_with_an_output_schema_and_never_without() {
    let view = flat(Registry::builder());
    let texts = vec![r#"{"x":1}"#.to_owned(), "more".to_owned()];
    assert_eq!(
        call(&view, "shapes_built", json!({})).await,
        Ok((texts, None))
    );
}

/// Replaces every result by this one.
struct Replacing(fn() -> ToolResult);

impl Middleware for Replacing {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await?;
        (self.0)()
    }
}

#[tokio::test]
async fn a_hand_built_result_matches_the_schema_or_is_an_error() {
    let replaced = |with| flat(Registry::builder().middleware(Replacing(with)));
    let internal = Err("internal".to_owned());
    for (with, expected) in [
        (
            replaced(|| ToolResponse::structured(&json!({"x": 7}))),
            Ok((vec![r#"{"x":7}"#.to_owned()], Some(json!({"x": 7})))),
        ),
        (
            replaced(|| ToolResponse::structured(&json!({"x": "7"}))),
            internal.clone(),
        ),
        (
            replaced(|| ToolResponse::structured(&json!({}))),
            internal.clone(),
        ),
        (
            replaced(|| ToolResponse::structured(&[1])),
            internal.clone(),
        ),
        (
            replaced(|| ToolResponse::structured(&[f64::NAN])),
            internal.clone(),
        ),
        // A client refuses a result without structured content where there is an output schema.
        (
            replaced(|| Ok(ToolResponse::text("cached"))),
            internal.clone(),
        ),
    ] {
        assert_eq!(call(&with, "shapes_point", json!({})).await, expected);
    }
    // Where many actions are one tool, there is no output schema.
    let builder = Registry::builder().middleware(Replacing(|| ToolResponse::structured(&[1])));
    let registry = builder.tool(Shapes).build().unwrap();
    let response = registry
        .call("shapes", json!({"action": "point"}), Ctx::new())
        .await;
    assert_eq!(response.unwrap().structured_content(), None);
}

#[tokio::test]
async fn typed_results_are_checked_where_a_test_requests_it() {
    let view = flat(Registry::builder());
    let lie = json!({"x": "no number"});
    let texts = vec![lie.to_string()];
    let unchecked = call(&view, "shapes_lie", json!({})).await;
    assert_eq!(unchecked, Ok((texts, Some(lie))));
    let view = flat(Registry::builder().check_results());
    assert_eq!(
        call(&view, "shapes_lie", json!({})).await,
        Err("internal".to_owned())
    );
    let texts = vec![r#"{"x":1.5}"#.to_owned()];
    let expected = Ok((texts, Some(json!({"x": 1.5}))));
    assert_eq!(call(&view, "shapes_point", json!({})).await, expected);
}

#[tokio::test]
async fn a_number_that_json_does_not_have_is_an_error_in_every_exposition() {
    let registry = Registry::builder().tool(Shapes).build().unwrap();
    let grouped = registry.view(Exposition::Grouped).unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    for (which, is_error) in [
        ("nan", true),
        ("infinity", true),
        ("negative", true),
        ("1", false),
    ] {
        let arguments = json!({"which": which});
        let result = call(&flat, "shapes_numbers", arguments).await;
        assert_eq!(result.is_err(), is_error, "{which}: {result:?}");
        let arguments = json!({"action": "numbers", "which": which});
        let result = call(&grouped, "shapes", arguments).await;
        assert_eq!(result.is_err(), is_error, "{which}: {result:?}");
    }
}

struct Quiet;

#[tool_group(name = "quiet")]
impl Quiet {
    #[action]
    #[allow(clippy::unnecessary_wraps)] // the errors of such a result
    fn string(&self) -> Result<String, ToolError> {
        Ok(String::new())
    }

    #[action]
    fn literal(&self) -> &'static str {
        ""
    }

    #[action]
    fn block(&self) -> Content {
        Content::text("")
    }

    #[action]
    fn blocks(&self) -> Vec<Content> {
        vec![Content::text("a"), Content::text("")]
    }

    #[action]
    fn space(&self) -> &'static str {
        " "
    }

    #[action(format = "toon")]
    fn toon(&self) -> Json<Nothing> {
        Json(Nothing {})
    }

    #[action(format = "auto")]
    fn auto(&self) -> Json<Nothing> {
        Json(Nothing {})
    }

    /// Says nothing.
    #[prompt]
    fn ask(&self) -> Vec<PromptMessage> {
        vec![PromptMessage::user(""), PromptMessage::user("a")]
    }
}

#[tokio::test]
async fn an_empty_text_is_ok() {
    let registry = Registry::builder().tool(Quiet).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    for (key, expected) in [
        ("string", vec!["ok"]),
        ("literal", vec!["ok"]),
        ("block", vec!["ok"]),
        ("blocks", vec!["a", "ok"]),
        ("space", vec![" "]),
        ("toon", vec!["{}"]),
        ("auto", vec!["{}"]),
    ] {
        let (texts, _) = call(&view, "quiet", json!({"action": key})).await.unwrap();
        assert_eq!(texts, expected, "{key}");
    }
    let prompt = registry.prompt("quiet_ask", serde_json::Map::new(), Ctx::new());
    assert_eq!(prompt.await.unwrap().messages, [PromptMessage::user("a")]);
}
