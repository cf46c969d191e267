use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(once)]
    async fn open(&self, title: String, idempotency_key: Option<String>) {
        let _ = (title, idempotency_key);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
