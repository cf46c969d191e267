use fusion_core::{
    Registry, ToolResult,
    middleware::{Call, Next, from_fn},
};

async fn log(call: &mut Call<'_>, next: impl Next) -> ToolResult {
    next.run(call).await
}

fn main() {
    let _ = Registry::builder().middleware(from_fn(log));
}
