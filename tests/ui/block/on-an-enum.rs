use fusion_core::tool_group;

#[tool_group]
enum Issues {
    Open,
}

fn main() {
    let _ = Issues::Open;
}
