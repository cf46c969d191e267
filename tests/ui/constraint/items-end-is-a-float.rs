use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(items(max = 5.0))] labels: Vec<String>) {
        let _ = labels;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
