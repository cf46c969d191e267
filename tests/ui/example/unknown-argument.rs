use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(example("close issue 7", colour = "red"))]
    async fn close(&self, issue: u64) {
        let _ = issue;
    }

    #[action(example("list all", colour = "red"))]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
