use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://{book}/{id}")]
    fn one(&self, book: String, id: Option<u64>) -> String {
        format!("{book} {id:?}")
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
