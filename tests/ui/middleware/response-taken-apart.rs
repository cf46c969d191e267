use fusion_core::ToolResponse;

fn is_unchanged(response: ToolResponse) -> bool {
    let ToolResponse { unchanged, .. } = response;
    unchanged
}

fn main() {
    let _ = is_unchanged(ToolResponse::text("all"));
}
