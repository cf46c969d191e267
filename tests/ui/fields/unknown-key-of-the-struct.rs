use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
#[fields(title = "Paging")]
struct Paging {
    max_rows: u32,
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
