use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, (first, limit): (u32, u32)) {
        let _ = (first, limit);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
