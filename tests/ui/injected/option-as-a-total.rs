use fusion_core::{Progress, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, progress: &Progress) {
        progress.report(1, Some(3)).await;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
