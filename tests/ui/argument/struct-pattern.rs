use fusion_core::{Registry, tool_group};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    limit: u32,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, Page { limit }: Page) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
