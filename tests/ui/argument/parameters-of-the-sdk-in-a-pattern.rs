use fusion_core::{Registry, rmcp::handler::server::wrapper::Parameters, tool_group};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    limit: u32,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, Parameters(page): Parameters<Page>) {
        let _ = page.limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
