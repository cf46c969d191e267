use fusion_core::tool_group;

struct Issues;

#[tool_group]
trait Tracker {
    fn list(&self);
}

impl Tracker for Issues {
    fn list(&self) {}
}

fn main() {
    Issues.list();
}
