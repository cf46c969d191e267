//! The arguments of a call without its secrets.

use fusion_core::{
    Ctx, Registry, ToolResult,
    middleware::{Call, Middleware, Next},
    tool_group,
};
use serde_json::json;

struct Safe;

/// Guards a door.
#[tool_group(name = "safe", with(Redacts))]
impl Safe {
    /// Open the door.
    #[action]
    fn open(#[arg(secret, alias("code"))] pin: String, who: String) -> String {
        format!("{} {who}", pin.len())
    }

    /// Ring the bell.
    #[action]
    fn ring(times: u8) -> String {
        times.to_string()
    }
}

struct Redacts;

impl Middleware for Redacts {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let redacted = call.redacted().unwrap_or_default();
        Ok(next.run(call).await?.with_meta("test/redacted", redacted))
    }
}

#[tokio::test]
async fn a_middleware_reads_arguments_without_secrets() {
    let registry = Registry::builder()
        .ignored_arguments(["trace"])
        .tool(Safe)
        .build()
        .unwrap();
    for (arguments, redacted) in [
        (
            json!({"action": "open", "pin": "1234", "who": "ada"}),
            json!({"pin": "[secret]", "who": "ada"}),
        ),
        (
            json!({"action": "open", "code": "1234", "who": "ada", "trace": 5}),
            json!({"pin": "[secret]", "who": "ada", "trace": "[secret]"}),
        ),
        (
            json!({"action": "ring", "times": 3, "trace": 5}),
            json!({"times": 3, "trace": 5}),
        ),
    ] {
        let response = registry.call("safe", arguments, Ctx::new()).await.unwrap();
        assert_eq!(response.meta().unwrap()["test/redacted"], redacted);
    }
}
