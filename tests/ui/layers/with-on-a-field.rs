use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

#[tool_group]
struct Tracker {
    #[group(with(fusion_core::middleware::Timeout::secs(5)))]
    issues: Issues,
}

fn main() {
    let tracker = Tracker { issues: Issues };
    let _ = Registry::builder().tool(tracker).build();
}
