use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(read_only, cache)]
    fn list() {}
}

fn main() {
    let _ = Issues;
}
