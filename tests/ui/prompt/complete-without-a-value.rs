use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[prompt]
    fn say(&self, #[arg(complete)] what: String) -> String {
        what
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
