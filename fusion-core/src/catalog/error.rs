//! Why a catalog refuses.

use super::EntityKind;

/// Why a change, or the JSON of a catalog, was refused. A catalog that refuses is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// An id that names nothing.
    #[error("this id names no {kind} here: it was removed, or is an id of another catalog")]
    Gone {
        /// What it named.
        kind: EntityKind,
    },
    /// An entity without a name.
    #[error("{place}: a {kind} needs a name")]
    NoName {
        /// Where it hangs, or would.
        place: String,
        /// What it is.
        kind: EntityKind,
    },
    /// A name that could not be told from a qualified one.
    #[error(
        "{place}: the {kind} name `{name}` contains the separator `{separator}`: rename it, or give the catalog another separator"
    )]
    SeparatorInName {
        /// Where it hangs, or would.
        place: String,
        /// What it is.
        kind: EntityKind,
        /// The name.
        name: String,
        /// The separator.
        separator: char,
    },
    /// Two of a kind with one name in one place.
    #[error("{place}: there is a {kind} `{name}` already: rename one of them")]
    NameTaken {
        /// Where both would hang.
        place: String,
        /// What they are.
        kind: EntityKind,
        /// The name.
        name: String,
    },
    /// A group below itself.
    #[error("a group cannot hang below itself: {}", .path.join(" > "))]
    Cycle {
        /// The names from the group down to itself.
        path: Vec<String>,
    },
    /// Groups in groups in groups.
    #[error("{place}: groups hang at most {limit} deep")]
    TooDeep {
        /// The group that is in the way.
        place: String,
        /// How deep they may hang.
        limit: usize,
    },
    /// A reference in JSON that leads nowhere.
    #[error("{place}: there is no {kind} number {number}, there are {count}, numbered from 0")]
    Dangling {
        /// Which reference, as a path in the JSON.
        place: String,
        /// What it refers to.
        kind: EntityKind,
        /// The number.
        number: u64,
        /// How many there are.
        count: usize,
    },
    /// A second place in JSON for what has one.
    #[error("{place}: the {kind} `{name}` has its place already: strike one of the two")]
    SecondPlace {
        /// Which reference, as a path in the JSON.
        place: String,
        /// What it refers to.
        kind: EntityKind,
        /// Its name.
        name: String,
    },
    /// An entity in JSON that hangs nowhere.
    #[error("{place}: the {kind} `{name}` has no place: refer to it from a group or from `root`")]
    NoPlace {
        /// Which entity, as a path in the JSON.
        place: String,
        /// What it is.
        kind: EntityKind,
        /// Its name.
        name: String,
    },
}
