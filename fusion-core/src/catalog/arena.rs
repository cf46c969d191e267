//! The arena: every entity of a catalog, and who hangs where. Only this module and `edit` write to
//! it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CatalogError, Entity, EntityKind, GroupId, Id, Leaf, entity::sealed::AnyEntity};

/// Everything that a server offers; see the [module](super).
///
/// Two catalogs are equal if they show the same in the same order, whatever ids they gave out.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub(super) separator: char,
    /// By index. Invariant: an index is given out once, in rising order, so that the order of the
    /// map is that of insertion.
    pub(super) nodes: BTreeMap<u64, CatalogNode>,
    pub(super) next: u64,
    /// What hangs in no group.
    pub(super) root: Children,
}

#[derive(Clone, Debug)]
pub(super) struct CatalogNode {
    pub(super) entity: AnyEntity,
    /// Rising: a leaf names its groups in the order in which those were added. A group has one
    /// parent at most.
    /// Invariant: a node is among the children of each of its parents, else of the root, once.
    pub(super) parents: Vec<u64>,
    /// Empty for a leaf.
    pub(super) children: Children,
}

/// What hangs in one place, by kind, in the order in which it was hung there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Children {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    prompts: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resources: Vec<u64>,
}

impl Children {
    pub(super) fn of(&self, kind: EntityKind) -> &[u64] {
        match kind {
            EntityKind::Group => &self.groups,
            EntityKind::Tool => &self.tools,
            EntityKind::Prompt => &self.prompts,
            EntityKind::Resource => &self.resources,
        }
    }

    pub(super) fn of_mut(&mut self, kind: EntityKind) -> &mut Vec<u64> {
        match kind {
            EntityKind::Group => &mut self.groups,
            EntityKind::Tool => &mut self.tools,
            EntityKind::Prompt => &mut self.prompts,
            EntityKind::Resource => &mut self.resources,
        }
    }

    pub(super) fn leaves(&self) -> impl Iterator<Item = u64> {
        let lists = [&self.tools, &self.prompts, &self.resources];
        lists.into_iter().flatten().copied()
    }
}

impl Catalog {
    /// An empty catalog; qualified names are written with dots.
    pub fn new() -> Self {
        Self::with_separator('.')
    }

    /// An empty catalog whose qualified names are written with `separator`, which then stands in
    /// no name: `/` where resources are called `README.md`.
    pub fn with_separator(separator: char) -> Self {
        Self {
            separator,
            nodes: BTreeMap::new(),
            next: 0,
            root: Children::default(),
        }
    }

    /// What stands between the steps of a qualified name.
    pub fn separator(&self) -> char {
        self.separator
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// An entity by its id.
    pub fn get<E: Entity>(&self, id: Id<E>) -> Option<&E> {
        E::peek(&self.nodes.get(&id.index())?.entity)
    }

    /// All entities of a kind, in the order in which they were added.
    pub fn iter<E: Entity>(&self) -> impl Iterator<Item = (Id<E>, &E)> {
        let nodes = self.nodes.iter();
        nodes.filter_map(|(&index, node)| Some((Id::new(index), E::peek(&node.entity)?)))
    }

    /// The groups that hang in no other, in order.
    pub fn roots(&self) -> impl Iterator<Item = GroupId> {
        self.root.of(EntityKind::Group).iter().copied().map(Id::new)
    }

    /// The leaves of a kind that hang in no group, in order.
    pub fn loose<L: Leaf>(&self) -> impl Iterator<Item = Id<L>> {
        self.root.of(L::KIND).iter().copied().map(Id::new)
    }

    /// What hangs in a group, of one kind, in the order in which it was hung there.
    pub fn children<E: Entity>(&self, group: GroupId) -> impl Iterator<Item = Id<E>> {
        let node = self.nodes.get(&group.index());
        let children = node.map_or(&[][..], |node| node.children.of(E::KIND));
        children.iter().copied().map(Id::new)
    }

    /// The groups in which an entity hangs, in the order in which those were added. A group hangs
    /// in one at most.
    pub fn parents<E: Entity>(&self, id: Id<E>) -> impl Iterator<Item = GroupId> {
        let node = self.nodes.get(&id.index());
        let parents = node.map_or(&[][..], |node| &node.parents);
        parents.iter().copied().map(Id::new)
    }

    pub(super) fn node<E: Entity>(&self, id: Id<E>) -> Result<&CatalogNode, CatalogError> {
        let gone = CatalogError::Gone { kind: E::KIND };
        self.nodes.get(&id.index()).ok_or(gone)
    }

    /// What hangs in `place`; `None` is the root.
    pub(super) fn in_place(&self, place: Option<u64>) -> &Children {
        let node = place.and_then(|index| self.nodes.get(&index));
        node.map_or(&self.root, |node| &node.children)
    }

    pub(super) fn in_place_mut(&mut self, place: Option<u64>) -> &mut Children {
        match place.and_then(|index| self.nodes.get_mut(&index)) {
            Some(node) => &mut node.children,
            None => &mut self.root,
        }
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::new()
    }
}
