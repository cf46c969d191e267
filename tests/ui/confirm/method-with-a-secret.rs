use fusion_core::{Registry, tool_group};

struct Vault;

#[tool_group]
impl Vault {
    #[action(destructive, confirm = Self::question)]
    async fn open(&self, #[arg(secret)] pin: String) {
        let _ = pin;
    }

    fn question(&self, pin: &str) -> String {
        format!("Open it with {pin}?")
    }
}

fn main() {
    let _ = Registry::builder().tool(Vault).build();
}
