//! Typed ids of entities. The type parameter is the kind of the entity. An id is never reused:
//! after its entity is removed, it refers to nothing.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
};

use super::{Entity, Group, Prompt, Resource, Tool};

/// Id of one entity in the [`Catalog`](super::Catalog) that created it, and in the clones of that
/// catalog. Ids are ordered as their entities were added.
pub struct Id<E> {
    index: u64,
    entity: PhantomData<fn() -> E>,
}

/// Id of a [`Group`].
pub type GroupId = Id<Group>;
/// Id of a [`Tool`].
pub type ToolId = Id<Tool>;
/// Id of a [`Prompt`].
pub type PromptId = Id<Prompt>;
/// Id of a [`Resource`].
pub type ResourceId = Id<Resource>;

/// Id of a leaf of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LeafId {
    /// Id of a tool.
    Tool(ToolId),
    /// Id of a prompt.
    Prompt(PromptId),
    /// Id of a resource.
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

// Derived impls would require the same traits of `E`.

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
