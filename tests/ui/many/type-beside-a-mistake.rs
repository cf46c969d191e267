use fusion_core::{Ctx, Registry, tool_group};

struct Issues;

struct Filter;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, ctx: Ctx, filter: Filter, #[arg(flaten)] page: Filter) {
        let _ = (ctx, filter, page);
    }

    #[action]
    async fn get(&mut self, id: u64) {
        let _ = id;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
