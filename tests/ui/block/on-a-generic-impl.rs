use fusion_core::{Registry, tool_group};

struct Issues<T>(T);

#[tool_group]
impl<T: Send + Sync + 'static> Issues<T> {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues(1u8)).build();
}
