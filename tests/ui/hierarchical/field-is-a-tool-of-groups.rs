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
struct Suite {
    #[group]
    tracker: Tracker,
}

fn main() {
    let tracker = Tracker { issues: Issues };
    let _ = Registry::builder().tool(Suite { tracker });
}
