use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://{folder}/{id}")]
    fn one(&self, id: u64) -> String {
        id.to_string()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
