use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(repair, repair = false)]
impl Issues {
    #[action]
    async fn list(&self, id: u64) {
        let _ = id;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
