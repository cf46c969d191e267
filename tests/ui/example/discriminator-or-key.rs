use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(once, example("open one", action = "open", title = "a"))]
    async fn open(&self, title: String) {
        let _ = title;
    }

    #[action(once, example("add one", idempotency_key = "a", title = "a"))]
    async fn add(&self, title: String) {
        let _ = title;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
