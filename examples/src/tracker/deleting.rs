//! Deleting, one call at a time for each thing that is deleted.

use fusion_core::middleware::{Call, Exclusive};
use serde_json::Value;

/// A layer behind which calls with one value of `argument` wait for each other.
///
/// A model that repeats a deletion at once is told that nothing was left to delete, and not that
/// the database is busy.
pub(super) fn one_by_one(
    argument: &'static str,
) -> Exclusive<String, impl Fn(&Call<'_>) -> Option<String> + Send + Sync + 'static> {
    Exclusive::by(move |call: &Call<'_>| call.arguments()?.get(argument).map(key))
}

/// Layers see what was sent, and a number may come as a text, or with a fraction of nothing.
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
}
