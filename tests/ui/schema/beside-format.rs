use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(
        &self,
        #[arg(schema = serde_json::json!({"type": "string"}), format = "uri")] title: String,
    ) {
        let _ = title;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
