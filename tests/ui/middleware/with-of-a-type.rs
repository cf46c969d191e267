use fusion_core::{Registry, tool_group};

struct Log;

struct Issues;

#[tool_group]
impl Issues {
    #[action(with(Log))]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
