use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[group]
    async fn list(&self) {}

    #[action]
    async fn delete(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
