use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(once = "24h")]
    async fn open(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
