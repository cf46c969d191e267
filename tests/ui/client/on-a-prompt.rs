use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, issue: u64) {
        let _ = issue;
    }

    #[prompt(client = false)]
    fn triage(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
