use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn get(&self, id: uuid::Uuid) {
        let _ = id;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
