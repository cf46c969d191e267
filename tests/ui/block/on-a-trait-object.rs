use fusion_core::tool_group;

trait Tracker {}

impl Tracker for Issues {}

struct Issues;

#[tool_group]
impl dyn Tracker {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let tracker: &dyn Tracker = &Issues;
    tracker.list();
}
