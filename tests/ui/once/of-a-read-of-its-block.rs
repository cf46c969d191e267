use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(read_only)]
impl Issues {
    #[action(once)]
    async fn get(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
