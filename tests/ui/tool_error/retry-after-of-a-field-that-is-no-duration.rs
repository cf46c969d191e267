use fusion_core::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("busy")]
    #[tool_error(unchanged, retry_after = self.0)]
    Busy(u64),
}

fn main() {
    let _ = StoreError::Busy(1);
}
