//! The details of internal errors in the log: whole, on one line, and without secrets.

use std::{error::Error, fmt, io};

use fusion_core::{
    Ctx, Exposition, Json, Registry, ToolError, ToolResponse, ToolResult,
    error::{ExposeExt as _, IntoToolError},
    middleware::{Call, Middleware, Next},
    state_sync::StateSync,
    tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::captured_log;

#[derive(Debug, thiserror::Error)]
#[error("cannot connect to {host}")]
struct Connection {
    host: &'static str,
    source: io::Error,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot read the page")]
struct Page(#[source] Connection);

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("cannot list")]
    Broken(#[from] Page),
    #[error("there is none")]
    #[tool_error(code = "none")]
    Missing,
}

/// An error type that implements nothing but `Display`.
struct Bare;

impl fmt::Display for Bare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bare")
    }
}

fn page() -> Result<String, Page> {
    let source = io::Error::other("timed out");
    Err(Page(Connection {
        host: "db1",
        source,
    }))
}

const CHAIN: &str = "cannot read the page: cannot connect to db1: timed out";

/// A secret whose reader panics with it.
#[derive(JsonSchema)]
#[schemars(with = "String")]
struct Pin;

impl<'de> Deserialize<'de> for Pin {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        panic!("bad pin {text}")
    }
}

#[derive(Serialize, JsonSchema)]
struct Reading {
    name: &'static str,
    values: Vec<Option<f64>>,
}

struct Errors;

#[tool_group(name = "errors", format = "json")]
impl Errors {
    #[action]
    async fn derived(&self) -> Result<String, StoreError> {
        Ok(page()?)
    }

    #[action]
    async fn missing(&self) -> Result<String, StoreError> {
        Err(StoreError::Missing)
    }

    #[action]
    async fn question(&self) -> Result<String, ToolError> {
        Ok(page()?)
    }

    #[action]
    async fn returned(&self) -> Result<String, Page> {
        page()
    }

    #[action]
    async fn boxed(&self) -> Result<String, Box<dyn Error + Send + Sync>> {
        Ok(page()?)
    }

    #[action]
    async fn local_box(&self) -> Result<String, Box<dyn Error>> {
        Ok(page()?)
    }

    #[action]
    async fn boxed_question(&self) -> Result<String, ToolError> {
        let error: Result<String, Box<dyn Error + Send + Sync>> = page().map_err(Into::into);
        Ok(error?)
    }

    #[action]
    async fn bare(&self) -> Result<String, Bare> {
        Err(Bare)
    }

    #[action]
    async fn hidden_text(&self) -> Result<String, ToolError> {
        page().map_err(|error| format!("/srv: {error}")).internal()
    }

    #[action]
    async fn forged(&self, text: String) -> Result<String, io::Error> {
        Err(io::Error::other(format!("no {text}")))
    }

    #[action]
    async fn panics(&self, text: String) -> String {
        panic!("no {text}")
    }

    #[action]
    async fn login(&self, #[arg(secret)] pin: Pin) -> String {
        let Pin = pin;
        String::new()
    }

    #[action(read_only)]
    async fn measure(&self, bad: Option<bool>) -> Json<Reading> {
        let last = if bad == Some(true) { f64::NAN } else { 2.5 };
        let values = vec![Some(1.0), None, Some(last)];
        Json(Reading { name: "a", values })
    }
}

/// The messages that a call logs, with the reference removed.
async fn messages(registry: &Registry, arguments: Value) -> Vec<String> {
    let lines = captured_log(registry.call("errors", arguments, Ctx::new())).await;
    let message = |line: String| {
        let (_, rest) = line.split_once("fusion_core::call::refusals: ").unwrap();
        rest.split_once(" reference=").unwrap().0.to_owned()
    };
    lines.into_iter().map(message).collect()
}

fn registry() -> Registry {
    Registry::builder().tool(Errors).build().unwrap()
}

#[tokio::test]
async fn the_log_of_an_internal_error_has_every_source() {
    let registry = registry();
    for (key, expected) in [
        ("derived", format!("cannot list: {CHAIN}")),
        ("question", CHAIN.to_owned()),
        ("returned", CHAIN.to_owned()),
        ("boxed", CHAIN.to_owned()),
        ("local_box", CHAIN.to_owned()),
        ("boxed_question", CHAIN.to_owned()),
        ("bare", "bare".to_owned()),
        ("hidden_text", "/srv: cannot read the page".to_owned()),
    ] {
        let logged = messages(&registry, json!({"action": key})).await;
        assert_eq!(logged, [expected], "{key}");
    }
    let shown = messages(&registry, json!({"action": "missing"})).await;
    assert!(shown.is_empty(), "{shown:?}");
}

#[tokio::test]
async fn a_caller_s_text_starts_no_line_of_the_log() {
    let registry = registry();
    let sent = "x\nERROR forged\u{202e}\u{1b}[2J\u{2028}y\u{200b}\u{feff}\u{e0001}z";
    let escaped = r"no x\nERROR forged\u{202e}\u{1b}[2J\u{2028}y\u{200b}\u{feff}\u{e0001}z";
    for (key, before) in [("forged", ""), ("panics", "panicked: ")] {
        let logged = messages(&registry, json!({"action": key, "text": sent})).await;
        assert_eq!(logged, [format!("{before}{escaped}")], "{key}");
    }
}

#[tokio::test]
async fn the_payload_of_a_panic_while_a_secret_is_read_is_not_logged() {
    let logged = messages(&registry(), json!({"action": "login", "pin": "hunter2"})).await;
    assert_eq!(
        logged,
        [
            "panicked while the arguments were read; the payload is not logged, because one of them is secret"
        ]
    );
}

#[tokio::test]
async fn the_log_names_the_field_of_a_number_that_json_has_not() {
    let registry = registry();
    assert_eq!(
        messages(&registry, json!({"action": "measure"})).await,
        Vec::<String>::new()
    );
    let arguments = json!({"action": "measure", "bad": true});
    assert_eq!(
        messages(&registry, arguments.clone()).await,
        ["the result cannot be written as JSON: `values[2]`: JSON has no number NaN"]
    );
    let error = registry.call("errors", arguments, Ctx::new()).await;
    let error = error.unwrap_err();
    let reference = error.data()["reference"].as_str().unwrap().to_owned();
    assert_eq!(
        error.to_string(),
        format!("[errors/measure] internal error (reference {reference})")
    );
}

/// Replaces each result by a text.
struct Replacing;

impl Middleware for Replacing {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await?;
        ToolResponse::structured(&json!({"name": 5, "values": []}))
    }
}

#[tokio::test]
async fn the_log_names_the_place_at_which_a_hand_built_result_violates_its_schema() {
    let builder = Registry::builder().state_sync(StateSync::new());
    let registry = builder.middleware(Replacing).tool(Errors).build().unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    let lines = captured_log(flat.call("errors_measure", json!({}), Ctx::new())).await;
    let expected =
        "the structured content does not match the output schema: `name` violates `type`";
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains(expected), "{lines:?}");
}

#[test]
fn a_mapping_of_one_s_own_is_tried_first() {
    let error = StoreError::Missing.into_tool_error();
    assert_eq!(error.code_text(), Some("none"));
}
