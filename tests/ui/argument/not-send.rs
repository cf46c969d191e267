use fusion_core::{Registry, tool_group};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct State {
    #[serde(skip, default = "std::ptr::null")]
    _local: *const u8,
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
