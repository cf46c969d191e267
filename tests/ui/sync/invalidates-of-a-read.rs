use fusion_core::tool_group;

struct Issues;

#[tool_group(read_only)]
impl Issues {
    #[action(invalidates("self.*"))]
    fn open() {}
}

fn main() {
    let _ = Issues;
}
