use std::rc::Rc;

use fusion_core::{Registry, tool_group};

async fn tick() {}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {
        let count = Rc::new(1);
        tick().await;
        drop(count);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
