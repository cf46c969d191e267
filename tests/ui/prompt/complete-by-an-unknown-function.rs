use fusion_core::{Ctx, Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[prompt]
    fn say(&self, #[arg(complete = Self::wrods)] what: String) -> String {
        what
    }

    async fn words(&self, value: &str, _: &Ctx) -> Vec<String> {
        vec![value.to_owned()]
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
