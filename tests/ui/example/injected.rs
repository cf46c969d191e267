use fusion_core::{Ctx, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(example("close issue 7", issue = 7, ctx = 1))]
    async fn close(&self, issue: u64, ctx: &Ctx) {
        let _ = (issue, ctx);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
