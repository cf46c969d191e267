use fusion_core::{Registry, tool_group};

trait Tracker {
    fn list(&self);
}

struct Issues;

#[tool_group]
impl Tracker for Issues {
    #[action]
    fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
