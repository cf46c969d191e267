use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
#[fields(rename = "camelCase")]
struct Paging {
    #[arg(defualt = 5)]
    limit: u32,
    #[arg(name = "")]
    after: String,
    #[arg(flatten, secret)]
    rest: String,
    #[arg(length(min = 5, max = 2))]
    text: String,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, #[arg(flatten)] page: Paging) {
        let _ = page;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
