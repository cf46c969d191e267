use fusion_core::{Registry, tool_group};

struct Größen;

#[tool_group]
impl Größen {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Größen).build();
}
