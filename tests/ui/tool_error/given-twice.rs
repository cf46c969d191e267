use std::fmt;

use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
enum StoreError {
    #[tool_error(code = "missing")]
    #[tool_error(hint = "look again")]
    Missing,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

fn main() {
    let _ = StoreError::Missing.into_tool_error();
}
