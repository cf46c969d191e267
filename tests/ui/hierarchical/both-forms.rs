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
}

#[tool_group]
impl Tracker {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues });
}
