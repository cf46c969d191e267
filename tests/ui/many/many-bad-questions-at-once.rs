use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(confirm("Really {action} {issue?"))]
impl Issues {
    #[action(destructive)]
    async fn delete(&self, issue: u64) {
        let _ = issue;
    }

    #[action(read_only, confirm("Read {isue} with {token}?"), unasked = "never")]
    async fn read(&self, issue: u64, #[arg(secret)] token: String) {
        let _ = (issue, token);
    }

    #[action(confirm = Self::question, unasked = "token")]
    async fn close(&self, issue: u64, confirmation: String) {
        let _ = (issue, confirmation);
    }

    #[action(unasked = "allow")]
    async fn open(&self) {}

    fn question(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
