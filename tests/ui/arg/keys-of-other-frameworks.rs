use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(
        &self,
        #[arg(required)] a: String,
        #[arg(optional = true)] b: Option<String>,
        #[arg(max_length = 5)] c: String,
        #[arg(ge = 5)] d: u32,
        #[arg(desc = "The text")] e: String,
        #[arg("The text")] f: String,
        #[arg(values("a", "b"))] g: String,
        #[arg(regex = "^a")] h: String,
        #[arg(min_items = 1)] i: Vec<String>,
    ) {
        let _ = (a, b, c, d, e, f, g, h, i);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
