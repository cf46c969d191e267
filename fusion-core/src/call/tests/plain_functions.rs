//! Tests that plain functions run without a boxed future exactly where nothing around them can wait.

use std::sync::Arc;

use serde_json::json;

use super::block_on;
use crate::{
    Content, Ctx, Registry, ToolResult,
    ctx::Cancellation,
    error::CallError,
    middleware::{Call, Middleware, MiddlewareNames, Next},
    tool_group,
};

/// A middleware that waits, and has no name.
struct Waiter;

impl Middleware for Waiter {
    fn names(&self, _: &mut MiddlewareNames) {}

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        tokio::task::yield_now().await;
        next.run(call).await
    }
}

struct Plain;

#[tool_group(name = "plain", crate = crate)]
impl Plain {
    #[action]
    fn bare() -> String {
        "bare".to_owned()
    }

    #[action(with(Waiter))]
    fn wrapped() -> String {
        "wrapped".to_owned()
    }

    #[action(timeout = "5s")]
    fn timed() -> String {
        "timed".to_owned()
    }

    #[action]
    fn panics() -> String {
        panic!("the handler")
    }

    #[action]
    async fn waits() -> String {
        tokio::task::yield_now().await;
        "waits".to_owned()
    }
}

struct Block;

#[tool_group(name = "block", with(Waiter), crate = crate)]
impl Block {
    #[action]
    fn bare() -> String {
        "block".to_owned()
    }
}

#[tool_group(name = "tree", crate = crate)]
struct Tree {
    #[group]
    plain: Plain,
    #[group]
    block: Arc<Block>,
}

#[tool_group(name = "shaded", with(Waiter), crate = crate)]
struct Shaded {
    #[group]
    plain: Arc<Plain>,
}

fn call(registry: &Registry, tool: &str, key: &str, ctx: Ctx) -> Result<Vec<Content>, CallError> {
    let arguments = json!({"action": key});
    let response = block_on(registry.call(tool, arguments, ctx))?;
    Ok(response.content().to_vec())
}

/// Returns the keys of the rows that run without a boxed future.
fn at_once(registry: &Registry) -> Vec<&str> {
    let tools = registry.defs().into_iter();
    let rows = tools.flat_map(|tool| &tool.actions);
    let rows = rows.filter(|row| row.runs_at_once);
    rows.map(|row| &*row.key).collect()
}

#[test]
fn a_plain_function_runs_at_once_unless_middleware_stands_around_it() {
    let tree = || Tree {
        plain: Plain,
        block: Arc::new(Block),
    };
    let shaded = Shaded {
        plain: Arc::new(Plain),
    };
    let builder = Registry::builder().tool(Plain).tool(Block).tool(tree());
    let registry = builder.tool(shaded).build().unwrap();
    assert_eq!(
        at_once(&registry),
        ["bare", "panics", "plain.bare", "plain.panics"]
    );
    let text = |text: &str| Some(vec![Content::text(text)]);
    for (tool, key, answer) in [
        ("plain", "bare", "bare"),
        ("plain", "wrapped", "wrapped"),
        ("plain", "timed", "timed"),
        ("plain", "waits", "waits"),
        ("block", "bare", "block"),
        ("tree", "plain.bare", "bare"),
        ("tree", "plain.wrapped", "wrapped"),
        ("tree", "block.bare", "block"),
        ("shaded", "plain.bare", "bare"),
    ] {
        let found = call(&registry, tool, key, Ctx::new()).ok();
        assert_eq!(found, text(answer), "{tool}/{key}");
    }
    let builder = Registry::builder().middleware(Waiter);
    let registry = builder.tool(Plain).tool(tree()).build().unwrap();
    assert!(at_once(&registry).is_empty());
    assert_eq!(
        call(&registry, "plain", "bare", Ctx::new()).ok(),
        text("bare")
    );
}

#[test]
fn a_plain_function_that_panics_fails_and_a_cancelled_one_does_not_run() {
    let registry = Registry::builder().tool(Plain).build().unwrap();
    let failed = call(&registry, "plain", "panics", Ctx::new());
    assert!(
        matches!(failed, Err(CallError::Failed { .. })),
        "{failed:?}"
    );
    for key in ["bare", "panics", "wrapped", "waits"] {
        let cancellation = Cancellation::new();
        cancellation.cancel();
        let ctx = Ctx::new().with_cancellation(cancellation);
        let result = call(&registry, "plain", key, ctx);
        assert!(
            matches!(result, Err(CallError::Cancelled)),
            "{key} {result:?}"
        );
    }
}
