use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm = Self::generic)]
    async fn delete(&self, issue: u64) {
        let _ = issue;
    }

    #[action(destructive, confirm = Self::owned)]
    async fn purge(&self, issue: u64) {
        let _ = issue;
    }

    #[action(destructive, confirm = Self::borrowed)]
    async fn clear(&self, issue: u64) {
        let _ = issue;
    }

    async fn generic<T>(&self, issue: &u64) -> String {
        format!("Delete issue {issue}?")
    }

    async fn owned(self, (issue,): &(u64,)) -> String {
        format!("Delete issue {issue}?")
    }

    fn borrowed(&self) -> &str {
        "Clear it?"
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
