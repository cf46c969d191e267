use std::borrow::Cow;

use fusion_core::{Ctx, Registry, tool_group};

struct Issues;

#[tool_group(nmae = "issues", rename_all = "camel", discriminator = "action", actions(pub IssuesAction))]
impl Issues {
    #[action(readonly)]
    async fn list(&mut self, state: Cow<'_, str>, (first, limit): (u32, u32)) {
        let _ = (state, first, limit);
    }

    #[action(name = "issues.get", name = "get")]
    async fn get<T>(&self, #[arg(secret)] ctx: &mut Ctx, action: String) -> impl Sized {
        let _ = (ctx, action);
    }

    #[action(read_only, destructive, alias("list"))]
    async fn delete(&self, #[arg(nmae = "id")] #[arg(default)] id: u64) {
        let _ = id;
    }

    async fn helper(&self, #[arg(default = 20)] limit: u32) {
        let _ = limit;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
