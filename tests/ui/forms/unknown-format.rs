use fusion_core::tool_group;

struct Names;

#[tool_group(name = "names")]
impl Names {
    #[action(read_only, format = "ton")]
    fn list(&self) {}
}

fn main() {
    let _ = Names;
}
