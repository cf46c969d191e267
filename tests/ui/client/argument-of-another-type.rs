use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let issues = IssuesClient::at(&registry, "issues");
    let _ = issues.close("7");
}
