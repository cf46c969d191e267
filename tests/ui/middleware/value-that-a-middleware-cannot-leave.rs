use fusion_core::{middleware::{Call, Middleware, Next}, Registry, ToolResult, tool_group};

struct Caller(String);

struct Login;

impl Middleware for Login {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        call.ctx_mut().insert(Caller("ada".to_owned()));
        next.run(call).await
    }
}

struct Issues;

#[tool_group(with(Login))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
