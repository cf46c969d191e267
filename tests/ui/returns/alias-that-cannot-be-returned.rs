use fusion_core::{Registry, tool_group};

type Answer = Result<u32, String>;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) -> Answer {
        Ok(5)
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
