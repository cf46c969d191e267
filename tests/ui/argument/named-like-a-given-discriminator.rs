use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(discriminator = "op")]
impl Issues {
    #[action]
    async fn list(&self, op: String) {
        drop(op);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
