use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[prompt(always_load)]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
