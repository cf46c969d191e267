use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn get(&self, id: u64, name: Option<String>) {
        let _ = (id, name);
    }
}

#[tool_group]
struct Tracker {
    #[group(rename(id = ""))]
    issues: Issues,
}

fn main() {
    let _ = Registry::builder().tool(Tracker { issues: Issues });
}
