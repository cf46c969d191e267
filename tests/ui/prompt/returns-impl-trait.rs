use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[prompt]
    fn say(&self) -> impl Into<String> {
        "hello"
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
