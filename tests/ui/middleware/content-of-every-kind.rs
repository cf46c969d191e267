use fusion_core::Content;

fn kind(content: &Content) -> &'static str {
    match content {
        Content::Text(_) => "text",
        Content::Image { .. } => "image",
        Content::Audio { .. } => "audio",
        Content::EmbeddedText { .. } => "resource",
        Content::ResourceLink { .. } => "link",
    }
}

fn main() {
    println!("{}", kind(&Content::text("a")));
}
