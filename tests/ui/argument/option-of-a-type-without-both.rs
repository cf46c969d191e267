use fusion_core::{Registry, tool_group};

struct State;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, state: Option<State>) {
        drop(state);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
