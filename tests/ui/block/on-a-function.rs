use fusion_core::tool_group;

#[tool_group]
async fn list() {}

fn main() {
    let _ = list();
}
