use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://{id}{part}")]
    fn one(&self, id: u64, part: u64) -> String {
        format!("{id}{part}")
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
