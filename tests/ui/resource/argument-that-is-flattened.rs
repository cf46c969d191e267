use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Page {
    size: u32,
}

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes://{id}")]
    fn one(&self, id: u64, #[arg(flatten)] page: Page) -> String {
        format!("{id}{}", page.size)
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
