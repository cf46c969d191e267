use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
    team: Option<String>,
}

struct Page<'a>(&'a str);

struct Issues;

#[tool_group(common = Page<'_>)]
impl Issues {
    #[action]
    async fn list(&self, scope: &str) {
        let _ = scope;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues);
}
