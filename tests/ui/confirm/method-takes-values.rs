use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm = Self::question)]
    async fn delete(&self, issue: u64, reason: String) {
        let _ = (issue, reason);
    }

    async fn question(&self, issue: u64, reason: &mut String) -> String {
        format!("Delete issue {issue} because of {reason}?")
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
