use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
    team: Option<String>,
}

struct Issues;

#[tool_group(common = Scope)]
impl Issues {
    #[action]
    async fn list(&self, scope: &Scope) {
        let _ = scope;
    }

    #[action]
    async fn close(&self, id: u64, org: String) {
        let _ = (id, org);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
