use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(alias("number"))] id: u32, number: u32) {
        let _ = (id, number);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
