use fusion_core::{Ext, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, caller: &Ext<&str>) {
        let _ = caller;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
