use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[resource(uri = "notes:/{+id}", mime = "markdown", audience("users"), priority = 2)]
    async fn one(&self, #[arg(default)] id: u64) -> String {
        id.to_string()
    }

    #[resource(url = "notes://{page}", read_only)]
    fn all(self, paeg: u32, #[arg(secret)] size: u32) -> &str {
        let _ = (paeg, size);
        ""
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
