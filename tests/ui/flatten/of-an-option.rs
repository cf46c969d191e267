#![allow(unused_variables)]

use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Paging {
    limit: Option<u32>,
    after: Option<String>,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(flatten)] page: Option<Paging>) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
