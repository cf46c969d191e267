use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
    team: Option<String>,
}

#[derive(Fields)]
struct Target {
    id: u64,
    team: String,
}

struct Issues;

#[tool_group(common = Scope)]
impl Issues {
    #[action]
    async fn list(&self, scope: &Scope) {
        let _ = scope;
    }

    #[action]
    async fn close(&self, #[arg(flatten)] target: Target) {
        let _ = target;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
