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
        "resource_link" => {
            format!("{} {}", output.name(of("name")), output.text(of("uri")))
        }
        kind => output.quiet(&described(kind, block, "data")),
    }
}

/// Returns a text; on a terminal an object or a list of JSON gets lines.
fn plain(text: &str, output: &Output) -> String {
    let is_json = text.starts_with(['{', '[']) && output.is_terminal;
    let value = is_json.then(|| serde_json::from_str::<Value>(text).ok());
    match value.flatten() {
        Some(value) => output.rendered(&value),
        None => output.text(text).into_owned(),
    }
}

/// `[image: image/png, 2048 bytes in base64]`
fn described(kind: &str, block: &Value, data: &str) -> String {
    let mime = block["mimeType"].as_str().unwrap_or("data");
    let size = block[data].as_str().unwrap_or_default().len();
    format!("[{kind}: {mime}, {size} bytes in base64]")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(content: &Value, output: &Output) -> String {
        result_text(&json!({"content": content}), output)
    }

    #[test]
    fn each_block_has_lines_of_its_own() {
        let content = json!([
            {"type": "text", "text": "{\"a\":1}"},
            {"type": "text", "text": ""},
            {"type": "text", "text": "two\nlines\n"},
            {"type": "image", "mimeType": "image/png", "data": "AAAA"},
            {"type": "audio", "data": "AA=="},
            {"type": "resource", "resource": {"uri": "a:b", "text": "inside"}},
            {"type": "resource", "resource": {"uri": "a:b", "mimeType": "x/y", "blob": "AAAA"}},
            {"type": "resource_link", "name": "notes", "uri": "a:notes"},
        ]);
        assert_eq!(
            text(&content, &Output::of_pipe()),
            "{\"a\":1}\ntwo\nlines\n[image: image/png, 4 bytes in base64]\n\
             [audio: data, 4 bytes in base64]\ninside\n[resource: x/y, 4 bytes in base64]\nnotes a:notes\n"
        );
        assert_eq!(text(&Value::Null, &Output::of_pipe()), "");
    }

    #[test]
    fn json_has_lines_on_a_terminal() {
        let terminal = Output {
            is_terminal: true,
            ..Output::of_pipe()
        };
        let block = |text: &str| json!([{"type": "text", "text": text}]);
        assert_eq!(text(&block("{\"a\":1}"), &terminal), "{\n  \"a\": 1\n}\n");
        assert_eq!(text(&block("{no json"), &terminal), "{no json\n");
        assert_eq!(text(&block("5"), &terminal), "5\n");
        assert_eq!(
            text(&block("a\u{1b}[31m\tred\u{7}\n\u{202e}b"), &terminal),
            "a\\u{1b}[31m\tred\\u{7}\n\\u{202e}b\n"
        );
        let link = json!([{"type": "resource_link", "name": "a\u{7}", "uri": "b:\u{1b}"}]);
        assert_eq!(text(&link, &terminal), "a\\u{7} b:\\u{1b}\n");
        assert_eq!(text(&link, &Output::of_pipe()), "a\u{7} b:\u{1b}\n");
    }
}
