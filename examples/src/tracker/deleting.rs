//! Deletions run one at a time for each target, after questions that count what goes.

use fusion_core::middleware::{Call, Exclusive};
use serde_json::Value;

/// Returns middleware that runs calls with the same value of `argument` one after the other.
///
/// A model that repeats a deletion at once then reads that the target does not exist, and not that
/// the database is busy.
pub(super) fn serialize_deletions(
    argument: &'static str,
) -> Exclusive<String, impl Fn(&Call<'_>) -> Option<String> + Send + Sync + 'static> {
    Exclusive::by(move |call: &Call<'_>| call.arguments()?.get(argument).map(key))
}

/// Returns a number with its noun: `2 comments`, `1 comment`, `no comments`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// Returns the beginning of a text, in quotes and on one line.
pub(super) fn beginning(text: &str) -> String {
    const LETTERS: usize = 60;
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Middleware sees the arguments as they were sent, and a number may be sent as a string or as a
/// float.
fn key(sent: &Value) -> String {
    match sent {
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string().trim_end_matches(".0").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_thing_has_one_key_however_it_is_sent() {
        for sent in [json!(50), json!("50"), json!(50.0), json!(" 50 ")] {
            assert_eq!(key(&sent), "50");
        }
        assert_eq!(key(&json!("bug")), "bug");
    }

    #[test]
    fn a_number_agrees_with_its_noun() {
        let counts = [0, 1, 2].map(|count| counted(count, "issue"));
        assert_eq!(counts, ["no issues", "1 issue", "2 issues"]);
    }

    #[test]
    fn a_long_text_is_cut_between_letters_and_stays_in_its_quotes() {
        assert_eq!(beginning("So \"what\"?\nWell."), r#""So \"what\"?\nWell.""#);
        let letters = "é".repeat(60);
        assert_eq!(beginning(&letters), format!("\"{letters}\""));
        assert_eq!(beginning(&"é".repeat(61)), format!("\"{letters}\"…"));
    }
}
