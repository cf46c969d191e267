use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, cache = "immutable")]
    fn delete() {}
}

fn main() {
    let _ = Issues;
}
