use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(scope("issues:read"))] page: u32) {
        drop(page.to_string());
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
