use fusion_core::{Registry, middleware::RateLimit, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder()
        .middleware(RateLimit::per_second(5))
        .tool(Issues)
        .build();
}
