//! The hints of a row for hosts: icons, and entries of `_meta`. Models read none of them.

use serde_json::{Map, Value};

use super::IconsFn;

/// A function that returns the entries of `_meta` that an author wrote.
pub type MetaFn = fn() -> Map<String, Value>;

/// The hints of an action, a group or a tool for hosts. `build()` combines those of an action with those of its
/// group and its tool.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HostHintSpec {
    /// The icons that hosts show.
    pub icons: Option<IconsFn>,
    /// Further entries of `_meta`.
    pub meta: Option<MetaFn>,
    /// `true` if a host that defers tools loads this one at once.
    pub always_load: Option<bool>,
    /// Words for the search of a host that defers tools.
    pub search_hint: Option<&'static str>,
}

impl HostHintSpec {
    /// Returns no hints.
    pub const NONE: Self = Self {
        icons: None,
        meta: None,
        always_load: None,
        search_hint: None,
    };

    /// Sets the icons.
    pub const fn icons(mut self, icons: IconsFn) -> Self {
        self.icons = Some(icons);
        self
    }

    /// Sets further entries of `_meta`.
    pub const fn meta(mut self, meta: MetaFn) -> Self {
        self.meta = Some(meta);
        self
    }

    /// Sets whether a host that defers tools loads this one at once.
    pub const fn always_load(mut self, on: bool) -> Self {
        self.always_load = Some(on);
        self
    }

    /// Sets the words for the search of a host that defers tools.
    pub const fn search_hint(mut self, words: &'static str) -> Self {
        self.search_hint = Some(words);
        self
    }
}

/// Collects entries of `_meta`.
pub fn meta<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    let entries = entries.into_iter();
    entries
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Converts the value of an entry of `_meta`.
pub fn meta_value(value: impl Into<Value>) -> Value {
    value.into()
}
