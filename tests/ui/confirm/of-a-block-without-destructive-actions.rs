use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(confirm("Really {action}?"))]
impl Issues {
    #[action(read_only)]
    async fn list(&self) {}

    #[action(destructive, confirm = false)]
    async fn purge(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
