use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[prompt(example("sort out issue 7", issue = 7))]
    async fn triage(&self, issue: u64) -> String {
        issue.to_string()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
