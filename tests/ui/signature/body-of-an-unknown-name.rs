use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {
        lst();
    }

    #[action]
    async fn get(&self, id: u64) -> Result<String, String> {
        let text = fetch(id)?;
        Ok(text)
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
