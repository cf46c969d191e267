use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(items(min = 1), items(max = 5))] labels: Vec<String>) {
        let _ = labels;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
