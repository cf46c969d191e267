use std::rc::Rc;

use fusion_core::{middleware::{Call, Middleware, Next}, Registry, ToolResult, tool_group};

struct Count;

impl Middleware for Count {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let before = Rc::new(1);
        let result = next.run(call).await;
        println!("{before}");
        result
    }
}

struct Issues;

#[tool_group(with(Count))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
