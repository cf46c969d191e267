use fusion_core::{Registry, Timeout, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder()
        .tool(Issues)
        .with(Timeout::secs(5))
        .build();
}
