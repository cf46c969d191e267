use std::sync::Arc;

use fusion_core::{middleware::DynMiddleware, Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let layers: Vec<Arc<dyn DynMiddleware>> = Vec::new();
    let _ = Registry::builder()
        .tool(Issues)
        .middleware_list(layers)
        .build();
}
