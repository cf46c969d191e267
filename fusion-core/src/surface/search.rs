//! The tools of [`Exposition::Search`](super::Exposition::Search): `find`, and those that call what it found. Their
//! listing, and the index of the actions that one surface shows.

mod destruction;
mod index;
mod listing;
mod pins;
mod query;
#[cfg(feature = "cli")]
mod ranking;
mod signature;
mod stem;
mod synonyms;
mod words;

use std::sync::OnceLock;

use serde_json::Value;

pub(super) use self::listing::list_search_tools;
pub(crate) use self::listing::{FIND, SEARCH_ARGUMENTS};
pub(crate) use self::pins::Pins;
#[cfg(feature = "cli")]
pub(crate) use self::ranking::{ActionRanking, ToolRanking, word_set};
use self::{
    destruction::spare,
    index::{FoundDocument, SearchDocument, SearchField, SearchIndex},
    query::query_terms,
    signature::signature_key,
};
use super::{doc_text::resolve_links, listed_rows::ListedRows, view_surface::Surface};
use crate::{
    definition::{ActionDef, ToolDef},
    describe::SafetyClass,
    spec::sentence::first_sentence,
};

/// The actions that one answer describes.
pub(super) const RESULTS: usize = 8;

/// The characters of a query that are read.
const QUERY: usize = 1_000;

/// The share of the best score below which an action is left out of an answer.
const RELEVANT: f32 = 0.25;

/// A tool that calls the actions of one safety class, of all registered tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallTool(SafetyClass);

impl CallTool {
    /// The tools, in the order of their list.
    pub(crate) const ALL: [Self; 3] = [
        Self(SafetyClass::Read),
        Self(SafetyClass::Write),
        Self(SafetyClass::Destructive),
    ];

    pub(super) fn class(self) -> SafetyClass {
        self.0
    }

    /// Returns the wire name.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            SafetyClass::Read => "call_read",
            SafetyClass::Write => "call_write",
            SafetyClass::Destructive => "call_destructive",
        }
    }
}

/// The actions of one surface, and the index that finds them.
#[derive(Debug)]
struct IndexedActions {
    /// The places of the documents, in the order of registration and of the source.
    places: Vec<ActionPlace>,
    /// `true` for each document of an action that may destroy data.
    destroys: Vec<bool>,
    index: SearchIndex,
}

/// The place of an action in a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ActionPlace {
    /// The index of the registered tool.
    pub(crate) tool: usize,
    /// The index of the action in its tool.
    pub(crate) row: usize,
    /// The index of the part that lists it.
    pub(super) part: usize,
}

/// The index of a surface, which the first search makes: most surfaces have none.
#[derive(Debug, Default)]
pub(super) struct LazyIndex(OnceLock<IndexedActions>);

impl IndexedActions {
    /// Returns the actions that a query means, the best first.
    fn find(&self, query: &str) -> Vec<ActionPlace> {
        let found = self.ranked(query);
        let least = found.first().map_or(0.0, |best| best.score * RELEVANT);
        let found = found.iter().filter(|found| found.score >= least);
        found
            .filter_map(|found| self.places.get(found.document).copied())
            .collect()
    }

    /// Returns the documents that a query finds, the best first. Destructive actions count less if the query names no
    /// destruction.
    fn ranked(&self, query: &str) -> Vec<FoundDocument> {
        let terms = query_terms(query);
        let mut found = self.index.find(&terms);
        spare(&terms, &mut found, |document| {
            self.destroys.get(document).copied().unwrap_or_default()
        });
        found
    }

    /// Returns the first action that a query finds, if it has each word of the query, or one that stands for it.
    fn only_meant(&self, query: &str) -> Option<ActionPlace> {
        let found = self.ranked(query);
        let first = found.first().filter(|first| first.has_all_terms)?;
        self.places.get(first.document).copied()
    }
}

/// Returns the part of a query that is read.
fn read_part(query: &str) -> &str {
    let end = query.char_indices().nth(QUERY).map(|(end, _)| end);
    end.and_then(|end| query.get(..end)).unwrap_or(query)
}

impl Surface {
    /// Returns the actions that a query means, the best first, at most [`RESULTS`]. An action that the query names by
    /// its key comes first.
    pub(super) fn search(&self, query: &str, tools: &[&ToolDef]) -> Vec<ActionPlace> {
        let query = read_part(query);
        let indexed = self.index(tools);
        let named = self.action_named(query, &|tool| tools.get(tool).copied());
        let found = indexed.find(query).into_iter();
        let others = found.filter(|place| Some(*place) != named);
        named.into_iter().chain(others).take(RESULTS).collect()
    }

    /// Returns the action that has all words of a name which is no key, or words that stand for them; of several the
    /// best match.
    pub(super) fn described_by(&self, name: &str, tools: &[&ToolDef]) -> Option<ActionPlace> {
        self.index(tools).only_meant(read_part(name))
    }

    fn index(&self, tools: &[&ToolDef]) -> &IndexedActions {
        self.index.0.get_or_init(|| self.indexed(tools, document))
    }

    /// Returns the visible action of a full key: `tracker/issues.list`, or with a dot after the tool, as texts about
    /// changed results write it. Former keys are accepted, and so are lines copied from an answer of `find`.
    pub(crate) fn action_named<'t>(
        &self,
        name: &str,
        tool: &dyn Fn(usize) -> Option<&'t ToolDef>,
    ) -> Option<ActionPlace> {
        let (tool_name, key) = signature_key(name).split_once(['/', '.'])?;
        let parts = self.parts().iter().enumerate();
        let mut own = parts.filter(|(_, part)| part.tool_name() == tool_name);
        let index = own.clone().next()?.1.tool;
        let row = tool(index)?.find(key)?;
        let (part, _) = own.find(|(_, part)| part.shows(row))?;
        let tool = index;
        Some(ActionPlace { tool, row, part })
    }

    /// Returns the part that lists an action.
    pub(crate) fn part_at(&self, place: ActionPlace) -> Option<&ListedRows> {
        self.parts().get(place.part)
    }

    /// Makes the index of the visible actions from what `document` collects of each.
    fn indexed(
        &self,
        tools: &[&ToolDef],
        document: impl Fn(&ToolDef, &ActionDef) -> SearchDocument,
    ) -> IndexedActions {
        let places = self.places();
        let mut documents = Vec::with_capacity(places.len());
        let mut destroys = Vec::with_capacity(places.len());
        for (index, tool) in tools.iter().enumerate() {
            let own = places.iter().filter(|place| place.tool == index);
            let mut own = own.peekable();
            if own.peek().is_none() {
                continue;
            }
            let parts = self.parts().iter().filter(|part| part.tool == index);
            let parts: Vec<_> = parts.cloned().collect();
            // A link names a hidden action, which no query may find.
            let resolved = resolve_links(tool, &parts, None, self.hidden_names());
            for action in own.filter_map(|place| resolved.actions.get(place.row)) {
                documents.push(document(&resolved, action));
                let class = SafetyClass::from_hints(action.spec.hints);
                destroys.push(class == SafetyClass::Destructive);
            }
        }
        IndexedActions {
            places,
            destroys,
            index: SearchIndex::new(&documents),
        }
    }
}

/// Collects the texts of an action by which it is found.
fn document(tool: &ToolDef, action: &ActionDef) -> SearchDocument {
    let mut document = SearchDocument::default();
    let module = tool.spec.modules.get(action.module);
    document.push(SearchField::Key, action.spec.key);
    for alias in action.spec.aliases {
        document.push(SearchField::Key, alias);
    }
    document.push(SearchField::Place, tool.spec.name);
    if let Some(name) = module.and_then(|module| module.name) {
        document.push(SearchField::Place, name);
    }
    document.push(SearchField::Title, action.spec.title.unwrap_or_default());
    document.push(
        SearchField::Tags,
        action.host.search_hint.unwrap_or_default(),
    );
    let sentence = first_sentence(&action.docs);
    document.push(SearchField::Sentence, &sentence.text);
    document.push(SearchField::Docs, sentence.rest);
    for arg in &action.args {
        document.push(SearchField::Arguments, arg.name);
        document.push(SearchField::ArgumentDocs, &arg.docs);
        if arg.secret {
            continue;
        }
        let values = arg
            .leaf
            .schema
            .get("enum")
            .and_then(|values| values.as_array());
        for value in values
            .into_iter()
            .flatten()
            .filter_map(|value| value.as_str())
        {
            document.push(SearchField::ArgumentDocs, value);
        }
        for (_, docs) in &arg.leaf.values {
            document.push(SearchField::ArgumentDocs, docs);
        }
    }
    for tag in &action.tags {
        document.push(SearchField::Tags, tag);
    }
    for example in &action.examples {
        document.push(SearchField::Examples, example.sentence);
        for (_, value) in &example.arguments {
            push_texts(value, &mut document);
        }
    }
    let hints = match SafetyClass::from_hints(action.spec.hints) {
        SafetyClass::Read => "show see view look read list display what which who all available",
        SafetyClass::Write => "change make set put",
        SafetyClass::Destructive => destruction::HINTS,
    };
    document.push(SearchField::Hints, hints);
    let docs = tool.module_docs.get(action.module);
    document.push(SearchField::GroupDocs, docs.map_or("", |docs| docs));
    document
}

/// Adds the texts of a value of an example.
fn push_texts(value: &Value, document: &mut SearchDocument) {
    match value {
        Value::String(text) => document.push(SearchField::Examples, text),
        Value::Array(items) => items.iter().for_each(|item| push_texts(item, document)),
        Value::Object(map) => map.values().for_each(|item| push_texts(item, document)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
