use fusion_core::{Registry, spec::Icon, tool_group};

struct Notes;

#[tool_group(icons = [Icon::new("https://notes.example/a.png"), Icon::new("http://notes.example/b.png")])]
impl Notes {
    #[action]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
