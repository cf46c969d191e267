use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[prompt(confirm("Really?"))]
    async fn triage(&self) -> String {
        String::new()
    }

    #[resource(uri = "issues://all", unasked = "allow")]
    async fn all(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
