use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive)]
    async fn delete(&self) {}
}

#[tool_group(confirm("Really {action}?"), unasked = "allow")]
struct Tracker {
    #[group]
    issues: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues }).build();
}
