//! Cache directives: a suffix of the description of a tool or an action.

use super::entry_counter;
use crate::spec::Cache;

/// Prefix of a directive.
const OPEN: &str = "[Cache-Control: ";

/// Appends the directive to `text`. A text that has a directive already is returned unchanged, so
/// that it is never marked twice.
pub(crate) fn with_directive(text: String, cache: Cache) -> String {
    if text.contains(OPEN) {
        return text;
    }
    append(text, cache)
}

fn append(mut text: String, cache: Cache) -> String {
    entry_counter::count_entry();
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(OPEN);
    text.push_str(cache.name());
    text.push(']');
    text
}

/// Appends the directive to a description of a foreign tool, in place of those that it has. If clients would
/// truncate the result, only those are removed, because they may contradict the policy: nothing else of a
/// foreign description can be shortened, and a truncated directive has no meaning. Returns `None` for a
/// description that stays as it is.
#[cfg(feature = "rmcp")] // only an attachment marks what others wrote
pub(crate) fn directive_within_limit(text: &str, cache: Cache) -> Option<String> {
    /// Limit in Unicode scalar values, as for descriptions of the registry's own tools.
    const LONGEST: usize = 1_024;

    let unmarked = without_directives(text);
    let marked = append(unmarked.clone(), cache);
    if marked.chars().count() <= LONGEST {
        return Some(marked);
    }
    (unmarked != text).then_some(unmarked)
}

/// Removes every directive, in any case and spacing, with the white space before it.
#[cfg(feature = "rmcp")]
fn without_directives(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        kept.push_str(before);
        if let Some(after) = after_directive(after) {
            kept.truncate(kept.trim_end().len());
            rest = if kept.is_empty() {
                after.trim_start()
            } else {
                after
            };
        } else {
            kept.push('[');
            rest = after;
        }
    }
    kept.push_str(rest);
    kept
}

/// Returns the text after a directive, whose opening bracket stands before `text`; `None` if there is no
/// directive.
#[cfg(feature = "rmcp")]
fn after_directive(text: &str) -> Option<&str> {
    const NAME: &str = "cache-control";

    let text = text.trim_start();
    let (name, value) = text.split_at_checked(NAME.len())?;
    let value = value.trim_start().strip_prefix(':')?;
    let (value, after) = value.split_once(']')?;
    // A line break between directives is white space; any other one ends the line of an open bracket.
    let mut directives = value.split(',').map(str::trim);
    let is_one = name.eq_ignore_ascii_case(NAME) && !value.contains('[');
    (is_one && directives.all(|one| !one.contains('\n'))).then_some(after)
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
    fn a_mark_that_a_description_has_is_replaced() {
        for (text, expected) in [
            ("List.", "List. [Cache-Control: no-store]"),
            (
                "List. [Cache-Control: immutable]",
                "List. [Cache-Control: no-store]",
            ),
            (
                "List [ cache-control :immutable ] things.",
                "List things. [Cache-Control: no-store]",
            ),
            (
                "[Cache-Control: immutable] List.\n\n[Cache-Control: max-age=5]\nMore.",
                "List.\nMore. [Cache-Control: no-store]",
            ),
            ("[Cache-Control: immutable]", "[Cache-Control: no-store]"),
            (
                "List. [\n  Cache-Control:\n  immutable,\n  max-age=5\n]",
                "List. [Cache-Control: no-store]",
            ),
            (
                "Read [Cache-Control: open\nand more].",
                "Read [Cache-Control: open\nand more]. [Cache-Control: no-store]",
            ),
            (
                "Takes [a], [Cache-Control] and [Cache-Control: open",
                "Takes [a], [Cache-Control] and [Cache-Control: open [Cache-Control: no-store]",
            ),
        ] {
            let marked = directive_within_limit(text, Cache::NoStore);
            assert_eq!(marked.as_deref(), Some(expected), "{text}");
        }
    }

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
        // A directive of somebody else does not stay under a policy that says the opposite.
        let foreign = format!("{fits}e [Cache-Control: immutable]");
        assert_eq!(
            directive_within_limit(&foreign, Cache::NoStore),
            Some(format!("{fits}e"))
        );
    }
}
