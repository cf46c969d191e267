use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group(actions(NotesAction))]
impl Notes {
    #[prompt(titel = "Say", destructive)]
    async fn say(&mut self, #[arg(complete)] what: &'static str) -> &str {
        what
    }

    #[prompt(name = "say")]
    #[resource]
    fn tell<T>(&self, (a, b): (u8, u8)) -> String {
        format!("{a}{b}")
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
