use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
struct StoreError;

fn main() {
    let _ = StoreError.into_tool_error();
}
