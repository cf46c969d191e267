use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
struct Tracker {
    #[group(rename(id = "number"))]
    issues: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues });
}
