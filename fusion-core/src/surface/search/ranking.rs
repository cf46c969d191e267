//! Rankings by the scorer of `find`, which measure how well the names and docs of a server are found.

use std::collections::BTreeSet;

use super::{
    ActionPlace, IndexedActions, RESULTS, document,
    index::{SearchDocument, SearchField, SearchIndex},
    query::query_terms,
    read_part,
    words::terms,
};
use crate::{
    definition::ToolDef,
    spec::sentence::first_sentence,
    surface::view_surface::{ListedTool, Surface},
};

/// The words of a name that are compared.
const NAME_WORDS: usize = 32;

/// The actions of a surface, as `find` ranks them. The index has no examples, because the sentence of an example would
/// find itself.
pub(crate) struct ActionRanking(IndexedActions);

impl ActionRanking {
    pub(crate) fn new(surface: &Surface, tools: &[&ToolDef]) -> Self {
        Self(surface.indexed(tools, |tool, action| {
            document(tool, action).without(SearchField::Examples)
        }))
    }

    /// Returns the actions of the answer of `find`, the best first.
    pub(crate) fn rank(&self, query: &str) -> Vec<ActionPlace> {
        let found = self.0.find(read_part(query));
        found.into_iter().take(RESULTS).collect()
    }

    /// Gives each document the place of another one.
    #[cfg(test)]
    pub(crate) fn shuffle(&mut self, step: usize) {
        let length = self.0.places.len().max(1);
        self.0.places.rotate_left(step % length);
    }
}

/// Listed tools, as a host ranks them that searches names and descriptions.
pub(crate) struct ToolRanking(SearchIndex);

impl ToolRanking {
    pub(crate) fn new(tools: &[ListedTool]) -> Self {
        let documents: Vec<_> = tools
            .iter()
            .map(|tool| {
                let mut document = SearchDocument::default();
                let description = without_row_counts(&tool.description);
                let sentence = first_sentence(&description);
                document.push(SearchField::Key, &tool.name);
                document.push(SearchField::Sentence, &sentence.text);
                document.push(SearchField::Docs, sentence.rest);
                document
            })
            .collect();
        Self(SearchIndex::new(&documents))
    }

    /// Returns the indices of the tools that a query finds, the best first, at most as many as `find` returns.
    pub(crate) fn rank(&self, query: &str) -> Vec<usize> {
        let found = self.0.find(&query_terms(read_part(query))).into_iter();
        found.take(RESULTS).map(|found| found.document).collect()
    }
}

/// Returns a description without the numbers of rows in the heads of its TOON tables, as in `actions[4|]{action|args}:`,
/// which no request means.
fn without_row_counts(description: &str) -> String {
    let mut parts = description.split('[');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_head = rest.starts_with("|]") || rest.starts_with("]{") || rest.starts_with("]:");
        text.push('[');
        text.push_str(if is_head { rest } else { part });
    }
    text
}

/// Returns the words of a name, without their endings.
pub(crate) fn word_set(name: &str) -> BTreeSet<String> {
    let terms = terms(name, NAME_WORDS).into_iter();
    terms.map(|term| term.text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_row_counts_of_tables_are_removed() {
        for (description, text) in [
            (
                "actions[4|]{action|args}:\n  a|4",
                "actions[|]{action|args}:\n  a|4",
            ),
            ("rows[12]{a,b}: [3]: 4", "rows[]{a,b}: []: 4"),
            ("From 1 to 4 [4 at most].", "From 1 to 4 [4 at most]."),
        ] {
            assert_eq!(without_row_counts(description), text);
        }
    }
}
