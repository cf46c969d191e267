use fusion_core::{middleware::{Call, DynNext, from_fn}, Registry, tool_group};

fn log(_: &mut Call<'_>, _: DynNext<'_>) {}

struct Issues;

#[tool_group(with(from_fn(log)))]
impl Issues {
    #[action]
    async fn list(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
