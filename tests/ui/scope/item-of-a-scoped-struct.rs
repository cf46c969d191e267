use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(scope("issues:read"))]
    async fn list(&self) {}

    #[action]
    async fn close(&self) {}
}

#[tool_group(scoped)]
struct Tracker {
    #[group]
    issues: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues }).build();
}
