use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(once)]
impl Issues {
    #[action]
    async fn open(&self, title: String) {
        let _ = title;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
