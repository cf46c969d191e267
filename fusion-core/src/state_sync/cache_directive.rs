//! Cache directives: a suffix of the description of a tool or an action.

use super::entry_counter;
use crate::spec::Cache;

/// Prefix of a directive.
const OPEN: &str = "[Cache-Control: ";

/// Appends the directive to `text`. A text that has a directive already is returned unchanged, so
/// that it is never marked twice.
pub(crate) fn with_directive(mut text: String, cache: Cache) -> String {
    entry_counter::count_entry();
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

/// Appends the directive to a description of a foreign tool. Returns `None` if clients would
/// truncate the result: nothing else of a foreign description can be shortened, and a truncated
/// directive has no meaning.
#[cfg(feature = "rmcp")] // only an attachment marks what others wrote
pub(crate) fn directive_within_limit(text: &str, cache: Cache) -> Option<String> {
    /// Limit in Unicode scalar values, as for descriptions of the registry's own tools.
    const LONGEST: usize = 1_024;

    let text = with_directive(text.to_owned(), cache);
    (text.chars().count() <= LONGEST).then_some(text)
}

/// Returns the directive that all items share; `None` if they differ.
pub(crate) fn common_directive(caches: impl IntoIterator<Item = Option<Cache>>) -> Option<Cache> {
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
        let marked = directive_within_limit(&fits, Cache::NoStore);
        assert_eq!(marked, Some(format!("{fits}{mark}")));
        assert_eq!(
            directive_within_limit(&format!("{fits}e"), Cache::NoStore),
            None
        );
    }
}
