use std::cell::Cell;

use fusion_core::{Registry, tool_group};

struct Issues {
    count: Cell<u32>,
}

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues { count: Cell::new(0) }).build();
}
