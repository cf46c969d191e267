use fusion_core::{Registry, tool_group};

struct Issues {
    limit: u32,
}

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(default = self.limit)] limit: u32) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues { limit: 20 }).build();
}
