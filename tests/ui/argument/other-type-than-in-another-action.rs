use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn get(&self, id: u64) {
        let _ = id;
    }

    #[action]
    async fn delete(&self, id: String) {
        drop(id);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
