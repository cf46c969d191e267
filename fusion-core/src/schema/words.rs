//! The words about the values of an enum.

use crate::spec::sentence::first_sentence;

/// Formats the documentation of values: `open: <first sentence>; closed: <first sentence>`.
pub(super) fn values<'d>(documented: impl IntoIterator<Item = (&'d str, &'d str)>) -> String {
    let words = documented
        .into_iter()
        .map(|(value, docs)| format!("{value}: {}", first_sentence(docs).text));
    words.collect::<Vec<_>>().join("; ")
}
