use fusion_core::{Registry, tool_group};

#[derive(serde::Deserialize)]
struct Word(String);

struct Notes;

#[tool_group]
impl Notes {
    #[prompt]
    fn say(&self, what: Word) -> String {
        what.0
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
