use fusion_core::{Call, Registry, Rest, from_fn, tool_group};

fn log(_: &mut Call<'_>, _: Rest<'_>) {}

struct Issues;

#[tool_group(with(from_fn(log)))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
