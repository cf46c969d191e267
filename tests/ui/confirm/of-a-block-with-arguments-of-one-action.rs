use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(destructive, confirm("Really {action} {issue}?"))]
impl Issues {
    #[action]
    async fn delete(&self, issue: u64) {
        let _ = issue;
    }

    #[action]
    async fn purge(&self) {}

    #[action(confirm = false)]
    async fn forget(&self) {}

    #[action]
    async fn clear(&self, isue: u64) {
        let _ = isue;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
