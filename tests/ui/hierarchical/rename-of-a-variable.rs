use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}

    #[resource(uri = "issues://{id}")]
    async fn one(&self, id: u64) -> String {
        id.to_string()
    }
}

#[tool_group]
struct Tracker {
    #[group(rename(id = "number"))]
    issues: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues });
}
