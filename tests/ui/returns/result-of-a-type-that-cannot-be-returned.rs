use fusion_core::{Registry, tool_group};

struct Issue;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) -> Result<Issue, String> {
        Ok(Issue)
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
