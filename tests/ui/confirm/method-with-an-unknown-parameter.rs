use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm = Self::question)]
    async fn delete(&self, issue: u64) {
        let _ = issue;
    }

    async fn question(&self, reason: &String) -> String {
        format!("Delete it because of {reason}?")
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
