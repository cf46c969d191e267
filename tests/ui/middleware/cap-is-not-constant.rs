use fusion_core::{spec::OutputCap, Registry, tool_group};

fn cap() -> OutputCap {
    OutputCap::bytes(5)
}

struct Issues;

#[tool_group]
impl Issues {
    #[action(output_cap = cap())]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
