use fusion_core::{Registry, tool_group};

#[derive(serde::Serialize)]
struct Issue;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) -> Issue {
        Issue
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
