use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
    team: Option<String>,
}

struct Page;

struct Issues;

#[tool_group(common = Page)]
impl Issues {
    #[action]
    async fn list(&self, id: u64) {
        let _ = id;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
