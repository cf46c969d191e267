use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn open(&self) {}

    #[prompt(once)]
    async fn triage(&self) -> String {
        String::new()
    }

    #[resource(uri = "issues://all", once)]
    async fn all(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
