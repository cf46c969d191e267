use fusion_core::ToolResponse;

fn is_all(response: ToolResponse) -> bool {
    let ToolResponse { blocks, extra, unchanged } = response;
    unchanged && extra.is_none() && blocks.is_empty()
}

fn main() {
    let _ = is_all(ToolResponse::text("all"));
}
