use fusion_core::{Ctx, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(one_of("id", "ctx"))]
    async fn list(&self, ctx: &Ctx, id: Option<u64>) {
        let _ = (ctx, id);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
