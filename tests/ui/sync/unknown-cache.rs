use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(read_only, cache = "no_store")]
    fn list() {}

    #[action(read_only, cache = "max-age=60")]
    fn get() {}
}

fn main() {
    let _ = Issues;
}
