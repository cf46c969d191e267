use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(once)]
    async fn open(&self, title: String, idempotency_key: Option<String>) {
        let _ = (title, idempotency_key);
    }

    #[action(once)]
    async fn close(&self, #[arg(name = "idempotency_key")] issue: u64) {
        let _ = issue;
    }

    #[action(once)]
    async fn label(&self, #[arg(alias("idempotency_key"))] label: u64) {
        let _ = label;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
