use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    #[arg(default = 20)]
    async fn list(&self, limit: u32) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
