use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(scope("issues:read"), scope("issues:write"))]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
