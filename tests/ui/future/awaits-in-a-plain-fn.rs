use fusion_core::{Registry, tool_group};

async fn tick() {}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    fn list(&self) {
        tick().await;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
