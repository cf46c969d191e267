use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
#[tool_error(code = "missing")]
struct StoreError;

fn main() {
    let _ = StoreError.into_tool_error();
}
