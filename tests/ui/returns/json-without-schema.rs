use fusion_core::{Json, Registry, tool_group};

#[derive(serde::Serialize)]
struct Issue;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) -> Json<Issue> {
        Json(Issue)
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
