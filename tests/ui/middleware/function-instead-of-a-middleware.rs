use fusion_core::{middleware::{Call, Next as _, DynNext}, Registry, ToolResult, tool_group};

async fn log(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    next.run(call).await
}

struct Issues;

#[tool_group(with(log))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
