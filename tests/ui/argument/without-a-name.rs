use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, _: u32) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
