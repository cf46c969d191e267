use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(with(fusion_core::middleware::Timeout::secs(5) fusion_core::middleware::Timeout::secs(6)))]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
