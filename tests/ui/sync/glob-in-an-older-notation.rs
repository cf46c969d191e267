use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(invalidates(
        "tracker.labels.*",
        "tracker:labels.*",
        "tracker/labels/*",
        "**.list",
        "tracker",
        "self/list"
    ))]
    fn open() {}
}

fn main() {
    let _ = Issues;
}
