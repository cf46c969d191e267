use fusion_core::{Registry, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, JsonSchema)]
struct Option<T>(T);

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, issue: Option<u64>) {
        let _ = issue.0;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
