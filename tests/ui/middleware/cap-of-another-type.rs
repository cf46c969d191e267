use fusion_core::{Registry, middleware::Timeout, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(output_cap = Timeout::secs(5))]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
