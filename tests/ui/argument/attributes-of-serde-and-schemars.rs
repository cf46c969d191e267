use fusion_core::{Registry, tool_group};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    size: u32,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(
        &self,
        #[serde(default = "twenty")] limit: u32,
        #[serde(rename = "after", alias = "cursor")] last: Option<String>,
        #[schemars(range(min = 1), title = "Depth")] depth: u8,
        #[serde(flatten)] page: Page,
        #[serde(skip)] hidden: u8,
        #[validate(email)] author: String,
        #[serde(defualt)] state: String,
        #[serde] order: String,
        #[serde(skip)] ctx: &fusion_core::Ctx,
    ) {
        let _ = (limit, last, depth, page.size, hidden, author, state, order, ctx);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
