use fusion_core::{Registry, tool_group};

const LIMIT: u32 = 100;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(range(min = 1, max = LIMIT))] limit: u32) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
