//! The hints for hosts of a tool or a row, as `build()` computed them.

use serde_json::{Map, Value};

use crate::spec::Icon;

/// The `_meta` key of a tool that a host loads at once, although it defers others.
const ALWAYS_LOAD: &str = "anthropic/alwaysLoad";
/// The `_meta` key of words for the search of a host that defers tools.
const SEARCH_HINT: &str = "anthropic/searchHint";

/// The hints for hosts of a tool or a row. Models read none of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostHints {
    /// The icons that clients show.
    pub(crate) icons: Vec<Icon>,
    /// The entries of `_meta` that an author wrote.
    pub(crate) meta: Map<String, Value>,
    pub(crate) always_load: Option<bool>,
    pub(crate) search_hint: Option<&'static str>,
}

impl HostHints {
    /// Adds the hints of the group or the tool around a row, where the row has none of its own.
    pub(crate) fn inherit(&mut self, outer: &Self) {
        if self.icons.is_empty() {
            self.icons.clone_from(&outer.icons);
        }
        for (key, value) in &outer.meta {
            let entry = self.meta.entry(key);
            entry.or_insert_with(|| value.clone());
        }
        self.always_load = self.always_load.or(outer.always_load);
        self.search_hint = self.search_hint.or(outer.search_hint);
    }

    /// Returns the entries of `_meta`: those of the author, and those of the other hints.
    pub(crate) fn to_meta(&self) -> Map<String, Value> {
        let mut meta = self.meta.clone();
        if self.always_load == Some(true) {
            meta.insert(ALWAYS_LOAD.to_owned(), true.into());
        }
        if let Some(words) = self.search_hint {
            meta.insert(SEARCH_HINT.to_owned(), words.into());
        }
        meta
    }
}

/// Returns the `_meta` of a tool that a host loads at once.
pub(crate) fn always_loaded() -> Map<String, Value> {
    Map::from_iter([(ALWAYS_LOAD.to_owned(), true.into())])
}

/// Returns `true` if a host loads a tool with this `_meta` at once.
pub(crate) fn is_always_loaded(meta: &Map<String, Value>) -> bool {
    meta.get(ALWAYS_LOAD).is_some_and(|value| *value == true)
}
