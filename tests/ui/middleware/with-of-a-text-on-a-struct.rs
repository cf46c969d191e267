use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

#[tool_group(with("log"))]
struct Tracker {
    #[group]
    issues: Issues,
}

fn main() {
    let tracker = Tracker { issues: Issues };
    let _ = Registry::builder().tool(tracker).build();
}
