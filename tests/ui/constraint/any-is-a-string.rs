use fusion_core::{Registry, tool_group};
use serde_json::Value;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(any = "yes")] extra: Value) {
        let _ = extra;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
