use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[action(icons = vec![fusion_core::spec::Icon::new("file:///icons/a.png")])]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
