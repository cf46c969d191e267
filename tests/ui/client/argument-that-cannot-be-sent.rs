use fusion_core::{Registry, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct State {}

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, state: State) {
        let _ = state;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
