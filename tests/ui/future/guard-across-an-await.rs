use std::sync::Mutex;

use fusion_core::{Registry, tool_group};

async fn tick() {}

struct Issues {
    count: Mutex<u32>,
}

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {
        let count = self.count.lock();
        tick().await;
        drop(count);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues { count: Mutex::new(0) }).build();
}
