use fusion_core::{Registry, tool_group};

#[derive(serde::Deserialize)]
enum State {
    Open,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, state: State) {
        drop(state);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
