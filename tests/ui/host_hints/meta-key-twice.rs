use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[action(meta("example.com/team" = "core", "example.com/team" = "web"))]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
