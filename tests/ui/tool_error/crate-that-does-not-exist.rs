use std::fmt;

use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
#[tool_error(crate = fusion)]
struct StoreError;

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

fn main() {
    let _ = StoreError.into_tool_error();
}
