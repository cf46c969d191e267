//! The terms of a query: without the words that say nothing, and with less weight for those that say little.

use super::words::{SearchTerm, push_terms, split};

/// The terms of a query that count.
pub(super) const QUERY_TERMS: usize = 48;
/// Words of English that say nothing about an action: articles, pronouns, prepositions, auxiliaries, conjunctions and
/// adverbs of time and degree.
const STOP: &str = "a about after already also am an and another any anybody anyone are as at be because \
    been before being both but by can cannot could did do does doing down during each either else ever every \
    everybody everyone everything few first for from further had has have having he her here hers him his how i if in instead \
    into is it its itself just last later let like ll may me might more most much must my need never next no nobody \
    none nor not nothing now of off often on once one only onto or other others our ours out over own please same she \
    should since so some somebody someone something soon still such than that the their theirs them then there these they \
    this those through time to today together tomorrow too two under until up us use used using very want was we were when \
    where whether while whole whom whose why will with within without would yes yesterday yet you your yours";

/// Verbs of English that mean little by themselves: what they do stands in another word, as in `get rid`, `take off` and
/// `make a list`.
const LIGHT: [&str; 10] = [
    "bring", "find", "get", "give", "go", "keep", "make", "put", "set", "take",
];

/// Words of English that only ask. They find nothing in a query with other words, and raise what those find.
const ASKING: [&str; 6] = ["all", "available", "many", "what", "which", "who"];

/// The weight of such verbs and words in a query with other words.
const LIGHT_WORD: f32 = 0.55;

/// A term of a query.
pub(super) struct QueryTerm {
    pub(super) text: String,
    pub(super) weight: f32,
    /// `true` for a word that only asks, beside others.
    pub(super) asks: bool,
}

/// Returns the terms of a query, each once, without the words that say nothing; a query of nothing else keeps them.
pub(super) fn query_terms(query: &str) -> Vec<QueryTerm> {
    let words: Vec<String> = split(query).into_iter().take(QUERY_TERMS).collect();
    let is_stop = |word: &String| STOP.split_whitespace().any(|stop| stop == word);
    let asks = |word: &String| ASKING.contains(&word.as_str());
    let is_light = |word: &String| is_stop(word) || asks(word) || LIGHT.contains(&word.as_str());
    let (says_nothing, says_little) = (words.iter().all(is_stop), words.iter().all(is_light));
    let mut found: Vec<QueryTerm> = Vec::new();
    for word in words.iter().filter(|word| says_nothing || !is_stop(word)) {
        let is_light = is_light(word) && !says_little;
        let mut terms = Vec::new();
        push_terms(word, &mut terms);
        for SearchTerm { text, weight } in terms {
            if found.iter().all(|known| known.text != text) {
                let weight = if is_light {
                    LIGHT_WORD * weight
                } else {
                    weight
                };
                let asks = asks(word) && !says_little;
                found.push(QueryTerm { text, weight, asks });
            }
        }
    }
    found.truncate(QUERY_TERMS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::search::synonyms::has_synonyms;

    #[test]
    fn no_stop_word_stands_for_another_word() {
        let both: Vec<_> = STOP
            .split_whitespace()
            .filter(|word| has_synonyms(word))
            .collect();
        assert_eq!(both, [""; 0]);
    }
}
