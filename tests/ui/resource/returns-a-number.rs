use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://all")]
    fn count(&self) -> u32 {
        1
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
