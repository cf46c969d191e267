use fusion_core::{Ctx, Registry, tool_group};

async fn words(value: &str, _: &Ctx) -> Vec<String> {
    vec![value.to_owned()]
}

struct Notes;

#[tool_group]
impl Notes {
    #[action]
    fn say(&self, #[arg(complete = words)] what: String) -> String {
        what
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
