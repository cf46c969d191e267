use fusion_core::ToolError;

fn main() {
    let _ = ToolError::new("not_found", "there is no issue 7");
}
