use fusion_core::tool_group;

struct Issues;

#[tool_group(invalidates("self.*"))]
impl Issues {
    #[action]
    fn open() {}
}

fn main() {
    let _ = Issues;
}
