use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Entry {
    door: u64,
    #[arg(secret)]
    pin: String,
}

struct Vault;

#[tool_group]
impl Vault {
    #[action(destructive, confirm = Self::question)]
    async fn open(&self, #[arg(flatten)] entry: Entry) {
        let _ = entry;
    }

    fn question(&self, entry: &Entry) -> String {
        format!("Open {} with {}?", entry.door, entry.pin)
    }
}

fn main() {
    let _ = Registry::builder().tool(Vault).build();
}
