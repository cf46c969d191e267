//! Translates a user's words to an FTS5 query.

/// Returns the FTS5 expression for "all of these words, or words that begin with them"; `None` if
/// the text is blank.
///
/// Each word is quoted, and FTS5 knows no operator in quotes except the doubled quote, so no text
/// is a syntax error. Control characters separate words, because a NUL would end the expression.
pub(super) fn expression(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .map(|word| format!("\"{}\"*", word.replace('"', "\"\"")))
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_quoted_and_stands_for_longer_ones() {
        assert_eq!(
            expression(" log\tAND  \"out\" a\0b ").as_deref(),
            Some(r#""log"* "AND"* """out"""* "a"* "b"*"#)
        );
    }

    #[test]
    fn blank_text_asks_for_nothing() {
        assert_eq!(expression(" \n\0 "), None);
    }
}
