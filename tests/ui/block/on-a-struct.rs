use fusion_core::{Registry, tool_group};

#[tool_group(name = "issues")]
struct Issues;

fn main() {
    let _ = Registry::builder();
    let _ = Issues;
}
