use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm("Delete issues {issues}?"))]
    async fn delete(&self, issues: Vec<u64>) {
        let _ = issues;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
