use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, id: u32, #[arg(alias("id"))] number: u32) {
        let _ = (id, number);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
