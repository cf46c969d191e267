use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(invalidates("self.*", "track*/labels.*"))]
    fn open() {}
}

fn main() {
    let _ = Issues;
}
