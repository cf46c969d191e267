use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    team: String,
    #[arg(secret)]
    token: String,
    confirmation: Option<String>,
}

struct Issues;

#[tool_group(common = Scope)]
impl Issues {
    #[action(destructive, confirm("Delete issue {issue} of {team}?"))]
    async fn delete(&self, scope: &Scope, issue: u64) {
        let _ = (&scope.team, &scope.token, &scope.confirmation, issue);
    }

    #[action(destructive, confirm("Clear {tean}?"))]
    async fn clear(&self) {}

    #[action(destructive, confirm("Purge {token}?"))]
    async fn purge(&self) {}

    #[action(destructive, confirm("Forget {team}?"), unasked = "token")]
    async fn forget(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
