use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(rename_all = "camelCase")]
impl Issues {
    #[action]
    async fn list_all(&self) {}

    #[action(name = "listAll")]
    async fn all(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
