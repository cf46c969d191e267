use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(help = "manual(op)", discriminator = "op")]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
