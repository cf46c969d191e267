use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(example("close issue 7", id = 7), example("close issue 8", number = 8))]
    async fn close(&self, #[arg(name = "issue", alias("id"))] number: u64) {
        let _ = number;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
