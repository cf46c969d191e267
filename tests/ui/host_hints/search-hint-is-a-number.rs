use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[action(search_hint = 5)]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
