use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
enum StoreError {
    #[tool_error(code = "missing")]
    Missing,
}

fn main() {
    let _ = StoreError::Missing.into_tool_error();
}
