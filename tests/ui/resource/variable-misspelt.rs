use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://{identifer}")]
    fn one(&self, identifier: u64) -> String {
        identifier.to_string()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
