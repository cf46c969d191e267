use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(scoped)]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
