use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(flat_name = "issues.create")]
    async fn create(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
