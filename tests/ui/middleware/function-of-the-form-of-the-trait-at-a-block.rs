use fusion_core::{
    Registry, ToolResult,
    middleware::{Call, Next, from_fn},
    tool_group,
};

async fn log(call: &mut Call<'_>, next: impl Next) -> ToolResult {
    next.run(call).await
}

struct Issues;

#[tool_group(with(from_fn(log)))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
