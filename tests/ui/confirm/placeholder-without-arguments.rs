use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(destructive, confirm("Delete issue {number}?"))]
    async fn delete(&self) {
        let _ = ();
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
