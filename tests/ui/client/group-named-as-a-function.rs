use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self) {}
}

#[tool_group(client(TrackerClient))]
struct Tracker {
    #[group]
    at: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { at: Issues }).build();
}
