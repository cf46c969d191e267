use fusion_core::{Registry, tool_group};

struct StoreError;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) -> Result<(), StoreError> {
        Err(StoreError)
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
