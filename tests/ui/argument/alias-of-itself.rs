use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(alias("limit"))] limit: u32) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
