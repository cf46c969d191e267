use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(invalidates("self.*"), invalidates("self.list"))]
    fn open() {}
}

fn main() {
    let _ = Issues;
}
