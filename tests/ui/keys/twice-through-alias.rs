use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(alias("all"))]
    async fn list(&self) {}

    #[action(alias("all"))]
    async fn search(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
