use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(example("close it", issue = 7), example("close it", issue = 8))]
    async fn close(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
