use fusion_core::tool_group;

struct Names;

#[tool_group(name = "names")]
impl Names {
    #[action(read_only)]
    fn list(&self) {}
}

#[tool_group(name = "desk", format = "json")]
struct Desk {
    #[group]
    names: Names,
}

fn main() {
    let _ = Desk { names: Names };
}
