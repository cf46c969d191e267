use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(one_of("id", "full_name"))]
    async fn list(&self, id: Option<u64>, #[arg(name = "name")] full_name: Option<String>) {
        let _ = (id, full_name);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
