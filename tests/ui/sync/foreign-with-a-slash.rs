use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(invalidates(foreign("github/issues.*")))]
    fn open() {}
}

fn main() {
    let _ = Issues;
}
