use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[prompt(icons = self.icons())]
    fn say(&self) -> String {
        String::new()
    }

    fn icons(&self) -> Vec<fusion_core::spec::Icon> {
        Vec::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
