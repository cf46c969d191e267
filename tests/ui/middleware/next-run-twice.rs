use fusion_core::{middleware::{Call, Middleware, Next}, Registry, ToolResult, tool_group};

struct Retry;

impl Middleware for Retry {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        match next.run(call).await {
            Ok(response) => Ok(response),
            Err(_) => next.run(call).await,
        }
    }
}

struct Issues;

#[tool_group(with(Retry))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
