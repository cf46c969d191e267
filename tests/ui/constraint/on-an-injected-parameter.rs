use fusion_core::{Ctx, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(range(min = 1))] ctx: &Ctx) {
        let _ = ctx;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
