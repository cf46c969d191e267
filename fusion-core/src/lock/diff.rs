//! The comparison of two locks: one change for each difference, at its action, whatever the exposition.

mod arguments;
mod display;
mod items;
mod moves;
mod pairs;
mod phrases;
mod promises;
mod rule;
mod schemas;
mod tools;

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

pub use self::rule::{ChangeClass, ChangeRule};
use super::Lock;

/// The changes from one lock to another. `Display` writes them for people, in 80 columns, and `Serialize`
/// for programs: `{"changes": […], "counts": {"breaking": 1, …}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diff {
    /// The changes, sorted by class, item and part.
    pub changes: Vec<SurfaceChange>,
}

/// One change of a surface.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct SurfaceChange {
    /// The class of the rule.
    pub class: ChangeClass,
    /// The tool, action, prompt or resource. A renamed one has its new name, except in the change that
    /// states the former one.
    pub item: ChangedItem,
    /// The part of the item.
    pub part: ChangedPart,
    /// The rule that found the change.
    pub rule: ChangeRule,
    /// The change in words, without its place.
    pub text: String,
}

/// The item that changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", content = "key", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangedItem {
    /// A tool, by its name.
    Tool(String),
    /// An action, by its full key.
    Action(String),
    /// A prompt, by its full key.
    Prompt(String),
    /// A resource, by its full key.
    Resource(String),
}

impl ChangedItem {
    /// Returns the name of the tool, or the full key.
    pub fn key(&self) -> &str {
        match self {
            Self::Tool(key) | Self::Action(key) | Self::Prompt(key) | Self::Resource(key) => key,
        }
    }
}

/// The part of an item that changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "of", content = "path", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangedPart {
    /// The item itself.
    Item,
    /// An argument, or a place in it, such as `filter.owner` or `labels[]`.
    Argument(String),
    /// The input schema that an author wrote, or a place in it.
    Input(String),
    /// The result, or a place in it; empty for the whole result.
    Result(String),
}

impl Lock {
    /// Returns the changes from this lock to a later one.
    pub fn diff(&self, later: &Self) -> Diff {
        let mut changes = Vec::new();
        tools::compare(self, later, &mut changes);
        changes.sort();
        Diff { changes }
    }
}

impl Diff {
    /// Returns `true` if there are no changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the worst class of a change; `None` if there are no changes.
    pub fn worst(&self) -> Option<ChangeClass> {
        self.changes.iter().map(|change| change.class).min()
    }

    /// Returns `true` if a change has one of these classes: for the exit code of a command.
    pub fn denied(&self, classes: &[ChangeClass]) -> bool {
        self.changes
            .iter()
            .any(|change| classes.contains(&change.class))
    }

    /// Returns the number of changes of a class.
    pub fn count(&self, class: ChangeClass) -> usize {
        self.changes
            .iter()
            .filter(|change| change.class == class)
            .count()
    }
}

impl Serialize for Diff {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = ChangeClass::ALL.map(|class| (class.name(), self.count(class)));
        let counts: std::collections::BTreeMap<_, _> = counts.into_iter().collect();
        let mut fields = serializer.serialize_struct("Diff", 2)?;
        fields.serialize_field("changes", &self.changes)?;
        fields.serialize_field("counts", &counts)?;
        fields.end()
    }
}

/// The changes of one item.
struct ItemChanges<'c> {
    item: ChangedItem,
    changes: &'c mut Vec<SurfaceChange>,
}

impl ItemChanges<'_> {
    fn add(&mut self, rule: ChangeRule, part: ChangedPart, text: impl Into<String>) {
        self.changes.push(SurfaceChange {
            class: rule.class(),
            item: self.item.clone(),
            part,
            rule,
            text: text.into(),
        });
    }

    /// Adds a change of the item itself.
    fn whole(&mut self, rule: ChangeRule, text: impl Into<String>) {
        self.add(rule, ChangedPart::Item, text);
    }

    /// Adds a change if two texts differ.
    fn prose(&mut self, rule: ChangeRule, part: ChangedPart, label: &str, [old, new]: [&str; 2]) {
        if old != new {
            self.add(rule, part, phrases::texts(label, old, new));
        }
    }
}
