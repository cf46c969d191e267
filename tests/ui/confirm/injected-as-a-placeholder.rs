use fusion_core::{Ctx, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm("Delete issue {issue} for {ctx}?"))]
    async fn delete(&self, ctx: &Ctx, issue: u64) {
        let _ = (ctx, issue);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
