use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(desc = "Track issues", read_only_hint = true)]
impl Issues {
    #[action("List issues")]
    async fn list(&self) {}

    #[action(annotations(read_only_hint = true))]
    async fn get(&self) {}

    #[action(destructiveHint)]
    async fn delete(&self) {}

    #[action(summary = "Close an issue")]
    async fn close(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
