use fusion_core::tool_group;

struct Names;

#[tool_group(name = "names", format = "json", format = "json")]
impl Names {
    #[action(read_only, describe = "compact")]
    fn list(&self) {}
}

fn main() {
    let _ = Names;
}
