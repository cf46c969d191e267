use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Paging {
    #[arg(title = "rows")]
    limit: u32,
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
