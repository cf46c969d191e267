use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields, schemars::JsonSchema)]
struct Paging {
    #[schemars(range(min = 1, max = 100))]
    max_rows: u32,
    #[schemars(regex(pattern = "^a"), length(max = 5), description = "Where it ended.")]
    after: Option<String>,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(flatten)] page: Paging) {
        let _ = page;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
