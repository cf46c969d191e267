use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

#[tool_group]
struct Tracker {
    #[group]
    issues: Issues,
    count: std::cell::Cell<u32>,
}

fn main() {
    let count = std::cell::Cell::new(0);
    let _ = Registry::builder().tool(Tracker { issues: Issues, count });
}
