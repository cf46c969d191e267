use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(scoped)]
impl Issues {
    #[action(scope("issues:read"))]
    async fn list(&self) {}

    #[action(destructive)]
    async fn delete(&self) {}

    #[prompt]
    async fn triage(&self) -> String {
        String::new()
    }

    #[resource(uri = "issues://all")]
    async fn all(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
