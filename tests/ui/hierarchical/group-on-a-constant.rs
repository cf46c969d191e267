use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

struct Tracker {
    issues: Issues,
}

#[tool_group]
impl Tracker {
    #[group]
    const LIMIT: u32 = 5;

    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues });
}
