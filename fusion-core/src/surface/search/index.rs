//! The index of one surface: which action a sentence means. BM25 over the terms of several fields, each with its
//! weight and its usual length.

use std::collections::BTreeMap;

use super::{
    query::QueryTerm,
    synonyms::synonyms,
    words::{BIGRAM, SearchTerm, terms},
};
use crate::error::distance;

/// The growth of the score of a term that occurs often.
const SATURATION: f32 = 1.2;
/// The share of the length of a field in the score, for the fields of names.
const NAME_LENGTH: f32 = 0.6;
/// The share of the length of other fields, which is smaller: longer docs describe an action better, and do not repeat
/// themselves.
const TEXT_LENGTH: f32 = 0.3;
/// The growth of the score with the share of the query that an action covers.
const COVERAGE: f32 = 1.2;
/// The terms of a field that count.
const FIELD_TERMS: usize = 2_000;
/// The letters of a word that may be the begin of another one.
const PREFIX: usize = 3;
/// The letters of a word in which one may be wrong.
const MISTYPED: usize = 5;
/// The words that a prefix may stand for.
const EXPANSIONS: usize = 32;

/// The largest difference of two equal sums of weights.
const ROUNDING: f32 = 0.001;

/// The weight of a word that stands for the one of the query.
const SYNONYM: f32 = 0.5;
/// The weight of a word with one wrong letter.
const TYPO: f32 = 0.5;
/// The weight of a word that the query abbreviates, or the other way round.
const BEGIN: f32 = 0.6;

/// The kinds of text of an action, with the weight of a word in each. A further kind is a further variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchField {
    /// The action's own key, and its former keys.
    Key,
    /// The names of the tool and of the group.
    Place,
    Title,
    /// The first sentence of the docs.
    Sentence,
    /// The rest of the docs.
    Docs,
    /// The names of the arguments.
    Arguments,
    /// The docs of the arguments, and their values.
    ArgumentDocs,
    Tags,
    /// The sentences of examples, and the texts among their arguments.
    Examples,
    /// The docs of the group.
    GroupDocs,
    /// Words for what the hints of the action say.
    Hints,
}

impl SearchField {
    const ALL: [Self; 11] = [
        Self::Key,
        Self::Place,
        Self::Title,
        Self::Sentence,
        Self::Docs,
        Self::Arguments,
        Self::ArgumentDocs,
        Self::Tags,
        Self::Examples,
        Self::GroupDocs,
        Self::Hints,
    ];

    fn weight(self) -> f32 {
        match self {
            Self::Key => 3.0,
            Self::Place => 2.5,
            Self::Title | Self::Sentence => 2.0,
            Self::Tags => 1.5,
            Self::Docs => 1.2,
            Self::Arguments | Self::Examples => 1.0,
            Self::ArgumentDocs => 0.6,
            Self::Hints => 0.5,
            Self::GroupDocs => 0.3,
        }
    }

    /// Returns the share of the field's length in the score.
    fn length_share(self) -> f32 {
        match self {
            Self::Key | Self::Place => NAME_LENGTH,
            _ => TEXT_LENGTH,
        }
    }
}

/// The texts of one action.
#[derive(Debug, Default)]
pub(super) struct SearchDocument {
    texts: Vec<(SearchField, String)>,
}

impl SearchDocument {
    /// Adds a text.
    pub(super) fn push(&mut self, field: SearchField, text: &str) {
        self.texts.push((field, text.to_owned()));
    }

    /// Removes the texts of a field.
    #[cfg(feature = "cli")]
    pub(super) fn without(mut self, field: SearchField) -> Self {
        self.texts.retain(|(one, _)| *one != field);
        self
    }

    fn of_field(&self, field: SearchField) -> impl Iterator<Item = &str> {
        let texts = self.texts.iter();
        texts.filter_map(move |(one, text)| (*one == field).then_some(text.as_str()))
    }
}

/// The worth of a term in a document.
#[derive(Clone, Copy, Debug)]
struct Posting {
    document: usize,
    score: f32,
}

/// The terms of all documents.
#[derive(Debug, Default)]
pub(super) struct SearchIndex {
    /// Invariant: sorted by term, so that the words with one begin are neighbours.
    terms: Vec<(String, Vec<Posting>)>,
    documents: usize,
}

/// A document that a query finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FoundDocument {
    pub(super) document: usize,
    pub(super) score: f32,
    /// `true` if each term of the query, or one that stands for it, is in the document.
    pub(super) has_all_terms: bool,
}

impl SearchIndex {
    /// Creates the index of documents, which matches name by their order.
    pub(super) fn new(documents: &[SearchDocument]) -> Self {
        let mut all: Vec<(String, Posting)> = Vec::new();
        for field in SearchField::ALL {
            all.extend(of_field(field, documents));
        }
        all.sort_by(|(one, a), (other, b)| (one, a.document).cmp(&(other, b.document)));
        let mut index = Self {
            terms: Vec::new(),
            documents: documents.len(),
        };
        for (term, posting) in all {
            index.add(term, posting);
        }
        index
    }

    /// Adds a posting. Those of one term and one document arrive one after the other.
    fn add(&mut self, term: String, posting: Posting) {
        match self.terms.last_mut() {
            Some((known, postings)) if *known == term => match postings.last_mut() {
                Some(last) if last.document == posting.document => last.score += posting.score,
                _ => postings.push(posting),
            },
            _ => self.terms.push((term, vec![posting])),
        }
    }

    /// Returns the documents that a query finds, the best first; of equal ones the first of the list.
    pub(super) fn find(&self, query: &[QueryTerm]) -> Vec<FoundDocument> {
        let whole: f32 = query.iter().map(|term| term.weight).sum();
        let mut is_meant = vec![false; self.documents];
        let mut scores = vec![0.0_f32; self.documents];
        let mut covered = vec![0.0_f32; self.documents];
        for QueryTerm { text, weight, asks } in query {
            let mut best = vec![0.0_f32; self.documents];
            for (found, factor) in self.expansions(text) {
                self.score(found, factor * weight, &mut best);
            }
            for (document, best) in best.into_iter().enumerate().filter(|(_, best)| *best > 0.0) {
                if let (Some(score), Some(covered), Some(is_meant)) = (
                    scores.get_mut(document),
                    covered.get_mut(document),
                    is_meant.get_mut(document),
                ) {
                    *score += best;
                    *covered += weight;
                    *is_meant |= !asks;
                }
            }
        }
        // An action that has one rare word of a query is worth less than one that has most of its words.
        let with_shares = scores.into_iter().zip(covered).zip(is_meant).enumerate();
        let mut found: Vec<_> = with_shares
            .filter(|(_, (_, is_meant))| *is_meant)
            .map(|(document, ((score, covered), _))| FoundDocument {
                document,
                score: score * (covered / whole.max(f32::EPSILON)).powf(COVERAGE),
                has_all_terms: whole - covered < ROUNDING,
            })
            .collect();
        // A stable sort: equal scores keep the order of the list.
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        found
    }

    /// Raises the score of each document with a term to what the term is worth there.
    fn score(&self, term: usize, factor: f32, best: &mut [f32]) {
        let Some((_, postings)) = self.terms.get(term) else {
            return;
        };
        for posting in postings {
            if let Some(best) = best.get_mut(posting.document) {
                *best = best.max(factor * posting.score);
            }
        }
    }

    /// Returns the terms of the index that a term of a query stands for, each with its weight.
    fn expansions(&self, term: &str) -> Vec<(usize, f32)> {
        let exact = self.position(term);
        let mut found: Vec<_> = exact.map(|at| (at, 1.0)).into_iter().collect();
        if term.starts_with(BIGRAM) {
            return found;
        }
        found.extend(self.longer(term));
        found.extend(self.shorter(term));
        for synonym in synonyms(term) {
            found.extend(self.position(&synonym).map(|at| (at, SYNONYM)));
        }
        if found.is_empty() && term.chars().count() >= MISTYPED {
            found.extend(self.mistyped(term));
        }
        found
    }

    fn position(&self, term: &str) -> Option<usize> {
        let place = self
            .terms
            .binary_search_by(|(known, _)| known.as_str().cmp(term));
        place.ok()
    }

    /// Returns the words that begin with `term`, the less similar the longer they are.
    fn longer<'i>(&'i self, term: &'i str) -> impl Iterator<Item = (usize, f32)> + 'i {
        let start = self
            .terms
            .partition_point(|(known, _)| known.as_str() <= term);
        let words = self.terms.iter().enumerate().skip(start);
        let words = words.take_while(move |(_, (known, _))| known.starts_with(term));
        let is_begin = term.chars().count() >= PREFIX;
        let words = words.filter(move |_| is_begin).take(EXPANSIONS);
        words.map(move |(at, (known, _))| (at, BEGIN * ratio(term, known)))
    }

    /// Returns the words with which `term` begins.
    fn shorter<'i>(&'i self, term: &'i str) -> impl Iterator<Item = (usize, f32)> + 'i {
        let begins = term.char_indices().skip(PREFIX + 1);
        let begins = begins
            .filter_map(move |(end, _)| term.get(..end))
            .take(EXPANSIONS);
        begins.filter_map(move |begin| Some((self.position(begin)?, BEGIN * ratio(begin, term))))
    }

    /// Returns the words that differ from `term` by one letter.
    fn mistyped<'i>(&'i self, term: &'i str) -> impl Iterator<Item = (usize, f32)> + 'i {
        let letters = term.chars().count();
        let words = self.terms.iter().enumerate();
        let words = words.filter(move |(_, (known, _))| {
            known.chars().count().abs_diff(letters) <= 1
                // People rarely mistype the first letter; with another one, most words are others.
                && known.chars().next() == term.chars().next()
                && distance(term, known) == 1
        });
        words.take(EXPANSIONS).map(|(at, _)| (at, TYPO))
    }
}

/// Returns the terms of one field, with what each is worth in each document. A term that is frequent in one field may be
/// rare in another, where it says more: most actions of a tracker mention issues, and few belong to them.
fn of_field(field: SearchField, documents: &[SearchDocument]) -> Vec<(String, Posting)> {
    let terms = |document: &SearchDocument| -> Vec<SearchTerm> {
        let texts = document.of_field(field);
        texts.flat_map(|text| terms(text, FIELD_TERMS)).collect()
    };
    let texts: Vec<Vec<SearchTerm>> = documents.iter().map(terms).collect();
    let length = |terms: &[SearchTerm]| terms.iter().map(|term| term.weight).sum::<f32>();
    let average =
        texts.iter().map(|terms| length(terms)).sum::<f32>() / as_float(documents.len().max(1));
    let share = field.length_share();
    let mut found: BTreeMap<String, Vec<Posting>> = BTreeMap::new();
    for (document, terms) in texts.into_iter().enumerate() {
        let norm = 1.0 - share + share * length(&terms) / average.max(f32::EPSILON);
        for term in terms {
            let score = term.weight / norm;
            let postings = found.entry(term.text).or_default();
            match postings.last_mut() {
                Some(last) if last.document == document => last.score += score,
                _ => postings.push(Posting { document, score }),
            }
        }
    }
    let all = as_float(documents.len());
    let scored = found.into_iter().flat_map(|(term, postings)| {
        let having = as_float(postings.len());
        let rarity = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
        let worth = field.weight() * rarity * (SATURATION + 1.0);
        postings.into_iter().map(move |posting| {
            let score = worth * posting.score / (posting.score + SATURATION);
            (term.clone(), Posting { score, ..posting })
        })
    });
    scored.collect()
}

/// Returns the share of a word that its begin is.
fn ratio(begin: &str, word: &str) -> f32 {
    as_float(begin.chars().count()) / as_float(word.chars().count().max(1))
}

/// Returns a number of items. More than 65,535 of them count as so many, because no score depends on the difference.
fn as_float(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests;
