//! Errors of a catalog.

use std::fmt;

use super::EntityKind;

/// Reason why a change of a catalog, or its JSON, was refused. A refused change leaves the catalog
/// unchanged.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// Id of an entity that the catalog does not have.
    #[error("this id names no {kind} here: it was removed, or is an id of another catalog")]
    Gone {
        /// Kind of the entity that the id named.
        kind: EntityKind,
    },
    /// Entity with an empty name.
    #[error("{place}: a {kind} needs a name")]
    NoName {
        /// Place of the entity, current or requested.
        place: String,
        /// Kind of the entity.
        kind: EntityKind,
    },
    /// Name that contains the separator of qualified names.
    #[error(
        "{place}: the {kind} name `{name}` contains the separator `{separator}`: rename it, or give the catalog another separator"
    )]
    SeparatorInName {
        /// Place of the entity, current or requested.
        place: String,
        /// Kind of the entity.
        kind: EntityKind,
        /// Name.
        name: String,
        /// Separator.
        separator: char,
    },
    /// Two entities of one kind with one name in one place.
    #[error("{place}: there is a {kind} `{name}` already: rename one of them")]
    NameTaken {
        /// Place that both would have.
        place: String,
        /// Kind of both.
        kind: EntityKind,
        /// Name.
        name: String,
    },
    /// Group that would be its own descendant.
    #[error("a group cannot hang below itself: {}", .path.join(" > "))]
    Cycle {
        /// Names from the group down to itself.
        path: Vec<String>,
    },
    /// Groups that are nested too deep.
    #[error("{place}: groups hang at most {limit} deep")]
    TooDeep {
        /// Group at which the limit is exceeded.
        place: String,
        /// Greatest depth.
        limit: usize,
    },
    /// Reference in JSON to an entity that does not exist.
    #[error("{place}: there is no {kind} number {number}, there are {count}, numbered from 0")]
    Dangling {
        /// Path of the reference in the JSON.
        place: String,
        /// Kind of the entity that it refers to.
        kind: EntityKind,
        /// Number of the entity.
        number: u64,
        /// Count of entities of this kind.
        count: usize,
    },
    /// Second place in JSON of an entity that may have only one.
    #[error("{place}: the {kind} `{name}` has its place already: strike one of the two")]
    SecondPlace {
        /// Path of the reference in the JSON.
        place: String,
        /// Kind of the entity that it refers to.
        kind: EntityKind,
        /// Name.
        name: String,
    },
    /// Entity in JSON that has no place.
    #[error("{place}: the {kind} `{name}` has no place: refer to it from a group or from `root`")]
    NoPlace {
        /// Path of the entity in the JSON.
        place: String,
        /// Kind of the entity.
        kind: EntityKind,
        /// Name.
        name: String,
    },
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()` print `Debug`. The
/// derived form would hide the way out.
impl fmt::Debug for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
