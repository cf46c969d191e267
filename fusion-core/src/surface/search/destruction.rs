//! The place of destructive actions in an answer: behind others that match as well, unless the query names destruction.

use super::{index::FoundDocument, query::query_terms, stem::stem, synonyms::synonyms};

/// The words for a destructive action, by which a query finds it.
pub(super) const HINTS: &str = "remove delete erase destroy permanently forever irrevocably";

/// The share of its score that a destructive action keeps if the query does not name destruction.
const SPARED: f32 = 0.9;

/// Lowers the scores of the documents that `destroys` accepts, and sorts again, unless a word of the query names
/// destruction.
pub(super) fn spare(query: &str, found: &mut [FoundDocument], destroys: impl Fn(usize) -> bool) {
    if names_destruction(query) {
        return;
    }
    for one in found.iter_mut().filter(|one| destroys(one.document)) {
        one.score *= SPARED;
    }
    // A stable sort: equal scores keep their order.
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
}

fn names_destruction(query: &str) -> bool {
    let words: Vec<String> = HINTS
        .split_whitespace()
        .flat_map(|word| {
            let word = stem(word);
            let others = synonyms(&word);
            std::iter::once(word.into_owned()).chain(others)
        })
        .collect();
    query_terms(query)
        .iter()
        .any(|term| words.contains(&term.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two documents, of which the first destroys, with its score and the other's.
    fn first(query: &str, destructive: f32, other: f32) -> usize {
        let document = |document, score| FoundDocument {
            document,
            score,
            has_all_terms: true,
        };
        let mut found = [document(0, destructive), document(1, other)];
        spare(query, &mut found, |document| document == 0);
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
