use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(secrte)] token: String) {
        drop(token);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
