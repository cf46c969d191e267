use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(scoped("issues:read"))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
