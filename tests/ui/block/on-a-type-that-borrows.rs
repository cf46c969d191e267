use fusion_core::{Registry, tool_group};

struct Issues<'a>(&'a str);

#[tool_group]
impl Issues<'_> {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues("")).build();
}
