use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(schema = serde_json::json!({}), schema = serde_json::json!({}))]
    async fn list(&self, title: String) {
        let _ = title;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
