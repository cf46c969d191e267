use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm("Delete {issue}?"), unasked = "token")]
    async fn delete(&self, issue: u64, #[arg(alias("confirmation"))] confirmed: bool) {
        let _ = (issue, confirmed);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
