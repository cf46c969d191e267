//! What stands in the list: a directive behind a text that describes a tool or an action.

use super::probe;
use crate::spec::Cache;

/// What a directive begins with.
const OPEN: &str = "[Cache-Control: ";

/// `text` with the directive. A text that has one keeps it, so that nothing is ever marked twice.
pub(crate) fn marked(mut text: String, cache: Cache) -> String {
    probe::ran();
    if text.contains(OPEN) {
        return text;
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(OPEN);
    text.push_str(cache.name());
    text.push(']');
    text
}

/// What all of them say, if they say the same.
pub(crate) fn agreed(caches: impl IntoIterator<Item = Option<Cache>>) -> Option<Cache> {
    let mut caches = caches.into_iter();
    let first = caches.next()?;
    caches.all(|cache| cache == first).then_some(first)?
}
