use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list<T: Send>(&self, state: T) {
        drop(state);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
