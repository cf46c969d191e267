use std::fmt;

use fusion_core::{error::IntoToolError as _, ToolError};

#[derive(ToolError)]
union StoreError {
    code: u32,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

fn main() {
    let _ = StoreError { code: 1 }.into_tool_error();
}
