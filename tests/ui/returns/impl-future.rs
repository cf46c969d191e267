use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    fn list(&self) -> impl Future<Output = String> {
        async { String::new() }
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
