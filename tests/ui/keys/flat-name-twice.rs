use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(flat_name = "create_issue")]
    async fn create(&self) {}

    #[action(flat_name = "create_issue")]
    async fn open(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
