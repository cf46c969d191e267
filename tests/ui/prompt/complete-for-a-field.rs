use fusion_core::{Ctx, Fields, Registry, tool_group};

async fn words(value: &str, _: &Ctx) -> Vec<String> {
    vec![value.to_owned()]
}

#[derive(Fields)]
struct Words {
    #[arg(complete = words)]
    what: String,
}

struct Notes;

#[tool_group]
impl Notes {
    #[prompt]
    fn say(&self, #[arg(flatten)] words: Words) -> String {
        words.what
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
