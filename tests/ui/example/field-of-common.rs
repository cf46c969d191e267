use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    team: String,
    #[arg(secret)]
    token: Option<String>,
}

struct Issues;

#[tool_group(common = Scope)]
impl Issues {
    #[action(example("close issue 7 of core", issue = 7, team = "core"))]
    async fn close(&self, scope: &Scope, issue: u64) {
        let _ = (&scope.team, &scope.token, issue);
    }

    #[action(example("clear core", tean = "core"))]
    async fn clear(&self) {}

    #[action(example("purge core", team = "core", token = "abc"))]
    async fn purge(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
