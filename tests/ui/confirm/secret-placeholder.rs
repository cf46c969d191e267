use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm("Delete it with {token}?"))]
    async fn delete(&self, #[arg(secret)] token: String) {
        let _ = token;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
