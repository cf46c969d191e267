use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Order {
    action: String,
}

struct Rules;

#[tool_group(discriminator = "command", confirm("Really {action}?"))]
impl Rules {
    #[action(destructive)]
    async fn run(&self, #[arg(flatten)] order: Order) {
        let _ = order.action;
    }
}

fn main() {
    let _ = Registry::builder().tool(Rules).build();
}
