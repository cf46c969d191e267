use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[prompt]
    fn triage(&self) -> &'static str {
        "triage"
    }
}

#[tool_group]
struct Tracker {
    #[prompt]
    issues: Issues,
    #[group]
    tasks: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues, tasks: Issues });
}
