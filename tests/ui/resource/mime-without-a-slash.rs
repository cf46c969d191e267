use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://all", mime = "markdown")]
    fn all(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
