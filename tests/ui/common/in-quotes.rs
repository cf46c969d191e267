use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
    team: Option<String>,
}

struct Issues;

#[tool_group(common = "Scope")]
impl Issues {
    #[action]
    async fn list(&self, scope: &Scope) {
        let _ = scope;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
