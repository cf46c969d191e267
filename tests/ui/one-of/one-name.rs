use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(one_of("id"))]
    async fn list(&self, id: Option<u64>, name: Option<String>) {
        let _ = (id, name);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
