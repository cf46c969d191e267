use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn list(&self, state: Option<u64>) {
        let _ = state;
    }
}

fn main() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let issues = IssuesClient::at(&registry, "issues");
    let _ = issues.list().states(7);
}
