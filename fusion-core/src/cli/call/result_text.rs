//! The result of a call for people: the texts of its blocks, and a line for each block that is no text.

use serde_json::Value;

use crate::cli::output::Output;

/// Returns the blocks of a result, each ending in a line break. JSON is indented on a terminal.
pub(super) fn result_text(result: &Value, output: &Output) -> String {
    let blocks = result["content"].as_array();
    let blocks = blocks.into_iter().flatten();
    let mut text = String::new();
    for block in blocks {
        let block = block_text(block, output);
        text.push_str(&block);
        if !block.is_empty() && !block.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

fn block_text(block: &Value, output: &Output) -> String {
    let of = |name: &str| block[name].as_str().unwrap_or_default();
    match of("type") {
        "text" => plain(of("text"), output),
        "resource" => match block["resource"]["text"].as_str() {
            Some(text) => plain(text, output),
            None => output.quiet(&described("resource", &block["resource"], "blob")),
        },
        "resource_link" => format!("{} {}", output.name(of("name")), of("uri")),
        kind => output.quiet(&described(kind, block, "data")),
    }
}

/// Returns a text; on a terminal an object or a list of JSON gets lines.
fn plain(text: &str, output: &Output) -> String {
    let is_json = text.starts_with(['{', '[']) && output.is_terminal;
    let value = is_json.then(|| serde_json::from_str::<Value>(text).ok());
    match value.flatten() {
        Some(value) => output.rendered(&value),
        None => text.to_owned(),
    }
}

/// `[image: image/png, 2048 bytes in base64]`
fn described(kind: &str, block: &Value, data: &str) -> String {
    let mime = block["mimeType"].as_str().unwrap_or("data");
    let size = block[data].as_str().unwrap_or_default().len();
    format!("[{kind}: {mime}, {size} bytes in base64]")
}
