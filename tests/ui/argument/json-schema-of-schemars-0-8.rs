use fusion_core::{Registry, tool_group};

#[derive(serde::Deserialize, schemars08::JsonSchema)]
#[schemars(crate = "schemars08")]
struct Filter {
    state: String,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self, filter: Filter) {
        let _ = filter.state;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
