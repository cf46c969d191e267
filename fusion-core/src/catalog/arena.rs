//! Arena of a catalog: its entities, their parents and their children. Only this module and `edit`
//! write to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CatalogError, Entity, EntityKind, GroupId, Id, Leaf, entity::sealed::AnyEntity};

/// Groups, tools, prompts and resources of a server; see the [module](super).
///
/// Two catalogs are equal if they have equal entities in the same order and places. Their ids may
/// differ.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub(super) separator: char,
    /// Nodes by index. Invariant: indices rise and are never reused, so that the order of the map
    /// is the order of insertion.
    pub(super) nodes: BTreeMap<u64, CatalogNode>,
    pub(super) next: u64,
    /// Entities that belong to no group.
    pub(super) root: Children,
}

#[derive(Clone, Debug)]
pub(super) struct CatalogNode {
    pub(super) entity: AnyEntity,
    /// Indices of the parent groups, rising: a leaf lists its groups in the order in which they
    /// were added. A group has at most one parent. Invariant: a node is exactly once among the
    /// children of each of its parents, or of the root if it has no parent.
    pub(super) parents: Vec<u64>,
    /// Children of a group; empty for a leaf.
    pub(super) children: Children,
}

/// Children of a group or of the root, by kind, in the order in which they were attached.
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
    pub(super) fn of_kind(&self, kind: EntityKind) -> &[u64] {
        match kind {
            EntityKind::Group => &self.groups,
            EntityKind::Tool => &self.tools,
            EntityKind::Prompt => &self.prompts,
            EntityKind::Resource => &self.resources,
        }
    }

    pub(super) fn of_kind_mut(&mut self, kind: EntityKind) -> &mut Vec<u64> {
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
    /// Creates an empty catalog whose qualified names are separated by dots.
    pub fn new() -> Self {
        Self::with_separator('.')
    }

    /// Creates an empty catalog whose qualified names are separated by `separator`. Names must not
    /// contain the separator, so choose `/` if resources are named `README.md`.
    pub fn with_separator(separator: char) -> Self {
        Self {
            separator,
            nodes: BTreeMap::new(),
            next: 0,
            root: Children::default(),
        }
    }

    /// Returns the separator of qualified names.
    pub fn separator(&self) -> char {
        self.separator
    }

    /// Returns `true` if the catalog has no entities.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the entity of an id.
    pub fn get<E: Entity>(&self, id: Id<E>) -> Option<&E> {
        E::peek(&self.nodes.get(&id.index())?.entity)
    }

    /// Returns all entities of a kind, in the order in which they were added.
    pub fn iter<E: Entity>(&self) -> impl Iterator<Item = (Id<E>, &E)> {
        let nodes = self.nodes.iter();
        nodes.filter_map(|(&index, node)| Some((Id::new(index), E::peek(&node.entity)?)))
    }

    /// Returns the groups that have no parent, in order.
    pub fn roots(&self) -> impl Iterator<Item = GroupId> {
        self.root
            .of_kind(EntityKind::Group)
            .iter()
            .copied()
            .map(Id::new)
    }

    /// Returns the leaves of a kind that belong to no group, in order.
    pub fn loose<L: Leaf>(&self) -> impl Iterator<Item = Id<L>> {
        self.root.of_kind(L::KIND).iter().copied().map(Id::new)
    }

    /// Returns the children of a group, of one kind, in the order in which they were attached.
    pub fn children<E: Entity>(&self, group: GroupId) -> impl Iterator<Item = Id<E>> {
        let node = self.nodes.get(&group.index());
        let children = node.map_or(&[][..], |node| node.children.of_kind(E::KIND));
        children.iter().copied().map(Id::new)
    }

    /// Returns the groups that an entity belongs to, in the order in which the groups were added. A
    /// group belongs to at most one.
    pub fn parents<E: Entity>(&self, id: Id<E>) -> impl Iterator<Item = GroupId> {
        let node = self.nodes.get(&id.index());
        let parents = node.map_or(&[][..], |node| &node.parents);
        parents.iter().copied().map(Id::new)
    }

    pub(super) fn node<E: Entity>(&self, id: Id<E>) -> Result<&CatalogNode, CatalogError> {
        let gone = CatalogError::Gone { kind: E::KIND };
        self.nodes.get(&id.index()).ok_or(gone)
    }

    /// Returns the children of `place`; `None` is the root.
    pub(super) fn children_at(&self, place: Option<u64>) -> &Children {
        let node = place.and_then(|index| self.nodes.get(&index));
        node.map_or(&self.root, |node| &node.children)
    }

    pub(super) fn children_at_mut(&mut self, place: Option<u64>) -> &mut Children {
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
