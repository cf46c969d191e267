use fusion_core::{middleware::{Call, Middleware, Next}, Registry, ToolResult, tool_group};

struct Log<'a>(&'a str);

impl Middleware for Log<'static> {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        println!("{}", self.0);
        next.run(call).await
    }
}

struct Issues {
    name: String,
}

#[tool_group(with(Log(&self.name)))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let issues = Issues { name: "issues".to_owned() };
    let _ = Registry::builder().tool(issues).build();
}
