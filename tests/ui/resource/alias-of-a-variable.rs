use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[resource(uri = "notes://{id}")]
    async fn note(&self, #[arg(alias("no"))] id: u32) -> String {
        id.to_string()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
