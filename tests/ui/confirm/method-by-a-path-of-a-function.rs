use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm = question)]
    async fn delete(&self, issue: u64) {
        let _ = issue;
    }
}

fn question(issue: &u64) -> String {
    format!("Delete issue {issue}?")
}

fn main() {
    let _ = question(&1);
    let _ = Registry::builder().tool(Issues).build();
}
