use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    fn close(&self) {}
}

#[tool_group(client(TrackerClient))]
struct Tracker {
    #[group]
    issues: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues }).build();
}
