use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
    team: Option<String>,
}

struct Issues;

#[tool_group(name = "issues", common = Scope)]
impl Issues {
    #[action(omit_common("org"))]
    async fn list(&self, scope: &Scope) {
        let _ = (&scope.org, &scope.team);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
