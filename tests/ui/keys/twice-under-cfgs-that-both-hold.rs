use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[cfg(all())]
    #[action]
    async fn list(&self) {}

    #[cfg(not(any()))]
    #[action(name = "list")]
    async fn all(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
