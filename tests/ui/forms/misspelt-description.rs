use fusion_core::tool_group;

struct Names;

#[tool_group(name = "names", describe = "breif")]
impl Names {
    #[action(read_only)]
    fn list(&self) {}
}

fn main() {
    let _ = Names;
}
