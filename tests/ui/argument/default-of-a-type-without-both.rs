use fusion_core::{Registry, tool_group};

struct State;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(default = State)] state: State) {
        drop(state);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
