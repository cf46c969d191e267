use std::fmt;

use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
enum StoreError {
    Missing(#[tool_error(code = "missing")] u64),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

fn main() {
    let _ = StoreError::Missing(1).into_tool_error();
}
