use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(pub IssuesClient))]
impl Issues {
    #[action(once)]
    async fn open(&self, #[arg(name = "key")] idempotency_key: Option<String>) {
        let _ = idempotency_key;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
