use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(items(min = 5, max = 4))] labels: Vec<String>) {
        let _ = labels;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
