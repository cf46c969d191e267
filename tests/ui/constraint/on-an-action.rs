use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(range(min = 1))]
    async fn list(&self, limit: u32) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
