use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(alias("no", "no"))] id: u32) {
        let _ = id;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
