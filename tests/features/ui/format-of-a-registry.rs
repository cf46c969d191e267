use fusion_core::{Registry, spec::Format, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().format(Format::Auto).tool(Issues).build();
}
