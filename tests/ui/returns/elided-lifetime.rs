use std::borrow::Cow;

use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) -> Cow<'_, str> {
        Cow::Borrowed("none")
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
