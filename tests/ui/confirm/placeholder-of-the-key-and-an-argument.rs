use fusion_core::{Registry, tool_group};

struct Rules;

#[tool_group(discriminator = "command")]
impl Rules {
    #[action(destructive, confirm("Really {action} {rule}?"))]
    async fn run(&self, rule: u64, action: String) {
        let _ = (rule, action);
    }
}

fn main() {
    let _ = Registry::builder().tool(Rules).build();
}
