//! The key in a line that a model copied from an answer of `find`.

/// Returns the key of a text such as `call_write: tracker/issues.close(issue) [DESTRUCTIVE]`; another text without the
/// spaces around it.
pub(super) fn signature_key(text: &str) -> &str {
    let text = text.trim();
    let named = text
        .split_once(": ")
        .filter(|(tool, _)| !tool.contains('/'));
    let key = named.map_or(text, |(_, key)| key.trim_start());
    let key = key.split_once('(').map_or(key, |(key, _)| key).trim_end();
    if key.contains('/') && !key.contains(char::is_whitespace) {
        key
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_line_has_its_key() {
        for text in [
            "desk/issues.close",
            " desk/issues.close(issue) ",
            "call_write: desk/issues.close",
            "call_destructive: desk/issues.close(issue, days?) [DESTRUCTIVE]",
        ] {
            assert_eq!(signature_key(text), "desk/issues.close", "{text}");
        }
        for text in [
            "close an issue (now)",
            "note: close and/or reopen",
            "issues.close",
            "",
        ] {
            assert_eq!(signature_key(text), text);
        }
    }
}
