use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Paging<'a> {
    after: &'a str,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(flatten)] page: Paging<'static>) {
        let _ = page;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
