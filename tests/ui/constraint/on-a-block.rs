use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(pattern = "^a")]
impl Issues {
    #[action]
    async fn list(&self, title: String) {
        let _ = title;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
