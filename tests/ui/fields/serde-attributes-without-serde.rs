use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
#[serde(rename_all = "camelCase")]
struct Paging {
    #[serde(default)]
    max_rows: u32,
    #[schemars(range(max = 100))]
    depth: u8,
    #[serde(renmae = "after")]
    last: Option<String>,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(flatten)] page: Paging) {
        let _ = (page.max_rows, page.depth, page.last);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
