use fusion_core::{Ext, Registry, tool_group};

struct Caller;

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, caller: &Ext<Caller>) {
        let _ = caller;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
