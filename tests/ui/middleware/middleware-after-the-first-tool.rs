use fusion_core::{Registry, middleware::Timeout, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder()
        .tool(Issues)
        .middleware(Timeout::secs(5))
        .build();
}
