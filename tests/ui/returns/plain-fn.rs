use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    fn count(&self) -> usize {
        5
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
