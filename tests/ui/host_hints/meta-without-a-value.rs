use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group(meta("example.com/team"))]
impl Notes {
    #[action]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
