//! The place of destructive actions in an answer: behind others that match as well, unless the query names destruction.

use std::sync::LazyLock;

use super::{index::FoundDocument, query::QueryTerm, stem::stem, synonyms::synonyms};

/// The words for a destructive action, by which a query finds it.
pub(super) const HINTS: &str = "remove delete erase destroy permanently forever irrevocably";

/// The stems of these words, and of those that stand for them.
static STEMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let stems = HINTS.split_whitespace().map(|word| stem(word).into_owned());
    stems
        .flat_map(|word| synonyms(&word).into_iter().chain([word]))
        .collect()
});

/// The share of its score that a destructive action keeps if the query does not name destruction.
const SPARED: f32 = 0.9;

/// Lowers the scores of the documents that `destroys` accepts, and sorts again, unless a term of the query names
/// destruction.
pub(super) fn spare(
    query: &[QueryTerm],
    found: &mut [FoundDocument],
    destroys: impl Fn(usize) -> bool,
) {
    if query.iter().any(|term| STEMS.contains(&term.text)) {
        return;
    }
    for one in found.iter_mut().filter(|one| destroys(one.document)) {
        one.score *= SPARED;
    }
    // A stable sort: equal scores keep their order.
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::search::query::query_terms;

    /// Two documents, of which the first destroys, with its score and the other's.
    fn first(query: &str, destructive: f32, other: f32) -> usize {
        let document = |document, score| FoundDocument {
            document,
            score,
            has_all_terms: true,
        };
        let mut found = [document(0, destructive), document(1, other)];
        spare(&query_terms(query), &mut found, |document| document == 0);
        found[0].document
    }

    #[test]
    fn an_action_that_destroys_comes_behind_one_that_matches_nearly_as_well() {
        assert_eq!(first("a comment", 1.0, 0.95), 1);
        assert_eq!(first("a comment", 1.0, 0.85), 0);
    }

    #[test]
    fn a_word_for_destruction_lets_it_be_first() {
        for query in [
            "delete a comment",
            "erasing comments",
            "get rid of it",
            "drop it",
        ] {
            assert_eq!(first(query, 1.0, 0.95), 0, "{query}");
        }
    }
}
