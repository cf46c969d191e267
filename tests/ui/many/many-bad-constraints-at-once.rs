use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(repair = 0)]
impl Issues {
    #[action(one_of("limit", "nmae", "limit"))]
    async fn list(
        &self,
        #[arg(default = 20, range(min = 100, max = 1), length(mn = 1, max = -1))] limit: u32,
        #[arg(pattern = "", format = "emial", items())] name: Option<String>,
        #[arg(schema = serde_json::json!({"maxLength": self.longest}), length(max = 5), any)] note: String,
    ) {
        let _ = (limit, name, note);
    }

    #[action(one_of("id"), schema = "none")]
    async fn get(&self, #[arg(range(min = LEAST, max = 9u8), max = 5)] id: u64) {
        let _ = id;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
