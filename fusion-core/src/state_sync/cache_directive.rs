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

/// The same, unless clients would cut it: a description of somebody else has no other place for what
/// does not fit, and half a directive says nothing.
#[cfg(feature = "rmcp")] // only an attachment marks what others wrote
pub(crate) fn marked_whole(text: &str, cache: Cache) -> Option<String> {
    /// In Unicode scalar values, as for descriptions of our own.
    const LONGEST: usize = 1_024;

    let text = marked(text.to_owned(), cache);
    (text.chars().count() <= LONGEST).then_some(text)
}

/// What all of them say, if they say the same.
pub(crate) fn agreed(caches: impl IntoIterator<Item = Option<Cache>>) -> Option<Cache> {
    let mut caches = caches.into_iter();
    let first = caches.next()?;
    caches.all(|cache| cache == first).then_some(first)?
}

#[cfg(all(test, feature = "rmcp"))]
mod tests {
    use super::*;

    #[test]
    fn a_description_of_somebody_else_is_marked_only_where_the_mark_is_read_whole() {
        let mark = " [Cache-Control: no-store]";
        let fits = "é".repeat(1_024 - mark.len());
        let marked = marked_whole(&fits, Cache::NoStore);
        assert_eq!(marked, Some(format!("{fits}{mark}")));
        assert_eq!(marked_whole(&format!("{fits}e"), Cache::NoStore), None);
    }
}
