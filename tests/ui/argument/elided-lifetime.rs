use std::borrow::Cow;

use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, state: Cow<'_, str>) {
        drop(state);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
