use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

#[tool_group(read_only, tite = "Tracker")]
struct Tracker {
    #[group(name = "a.b", nmae = "c")]
    issues: Issues,
    #[action]
    plain: u32,
    #[group(name = "x")]
    tasks: Issues,
    #[group(name = "x")]
    notes: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker {
        issues: Issues,
        plain: 5,
        tasks: Issues,
        notes: Issues,
    });
}
