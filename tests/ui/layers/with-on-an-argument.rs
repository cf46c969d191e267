use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(with(fusion_core::middleware::Timeout::secs(5)))] title: String) {
        let _ = title;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
