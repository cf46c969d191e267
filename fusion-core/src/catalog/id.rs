//! What names an entity in the arena. An id says of what kind its entity is, and is never given out
//! a second time: where the entity was removed, its id names nothing.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
};

use super::{Entity, Group, Prompt, Resource, Tool};

/// The name of one entity in the [`Catalog`](super::Catalog) that gave it out, and in its clones.
/// Ids are ordered as their entities were added.
pub struct Id<E> {
    index: u64,
    entity: PhantomData<fn() -> E>,
}

/// Names a [`Group`].
pub type GroupId = Id<Group>;
/// Names a [`Tool`].
pub type ToolId = Id<Tool>;
/// Names a [`Prompt`].
pub type PromptId = Id<Prompt>;
/// Names a [`Resource`].
pub type ResourceId = Id<Resource>;

/// Names a leaf of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LeafId {
    /// A tool.
    Tool(ToolId),
    /// A prompt.
    Prompt(PromptId),
    /// A resource.
    Resource(ResourceId),
}

impl<E> Id<E> {
    pub(super) const fn new(index: u64) -> Self {
        Self {
            index,
            entity: PhantomData,
        }
    }

    pub(super) const fn index(self) -> u64 {
        self.index
    }
}

// Derived, these would ask the same of `E`.

impl<E> Clone for Id<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Id<E> {}

impl<E> PartialEq for Id<E> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<E> Eq for Id<E> {}

impl<E> PartialOrd for Id<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Id<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index.cmp(&other.index)
    }
}

impl<E> Hash for Id<E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<E: Entity> fmt::Debug for Id<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", E::KIND, self.index)
    }
}
