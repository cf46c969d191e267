use fusion_core::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("busy")]
    #[tool_error(unchanged, retry_after = self.wait)]
    Busy { delay: std::time::Duration },
}

fn main() {
    let _ = StoreError::Busy { delay: std::time::Duration::from_secs(1) };
}
