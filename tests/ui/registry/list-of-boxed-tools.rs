use fusion_core::{Registry, build::Tool, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let tools: Vec<Box<dyn Tool>> = vec![Box::new(Issues)];
    let mut builder = Registry::builder();
    for tool in tools {
        builder = builder.tool(tool);
    }
    let _ = builder.build();
}
