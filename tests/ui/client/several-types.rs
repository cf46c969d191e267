use fusion_core::{Fields, Json, Registry, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct State {}

#[derive(Serialize, JsonSchema)]
struct Issue {}

#[derive(Fields)]
struct Paging {
    limit: u32,
}

#[derive(Fields)]
struct Scope {
    team: String,
}

struct Issues;

#[tool_group(common = Scope, client(IssuesClient))]
impl Issues {
    #[action]
    fn list(&self, state: State, #[arg(flatten)] page: Paging) -> Json<Issue> {
        let _ = (state, page);
        Json(Issue {})
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
