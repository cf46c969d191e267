use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(example = "close issue 7")]
    async fn close(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
