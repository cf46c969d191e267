use fusion_core::{Registry, tool_group};
use fusion_core::Json;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Issue {}

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn get(&self) -> Result<Json<Issue>, String> {
        Ok(Json(Issue {}))
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
