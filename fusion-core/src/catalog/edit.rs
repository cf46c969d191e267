//! Changes to a catalog. Each change checks all conditions first and then updates both sides, so
//! that an error leaves the catalog unchanged.

use std::collections::BTreeSet;

use super::{
    Catalog, CatalogError, Entity, EntityKind, GroupId, Id, Leaf, LeafId, RemovedEntities,
    arena::{CatalogNode, Children},
    entity::sealed::AnyEntity,
};

/// Greatest depth of nested groups. A tree in JSON nests two levels for each group, and
/// `serde_json` reads 128 levels.
pub(super) const MAX_DEPTH: usize = 32;

impl Catalog {
    /// Adds an entity that belongs to no group: a root group or a loose leaf.
    pub fn add<E: Entity>(&mut self, entity: E) -> Result<Id<E>, CatalogError> {
        self.insert(None, entity)
    }

    /// Adds an entity to a group, after its other children.
    pub fn add_to<E: Entity>(&mut self, group: GroupId, entity: E) -> Result<Id<E>, CatalogError> {
        self.node(group)?;
        self.insert(Some(group.index()), entity)
    }

    fn insert<E: Entity>(&mut self, place: Option<u64>, entity: E) -> Result<Id<E>, CatalogError> {
        self.check_name(place, E::KIND, entity.name(), None)?;
        if E::KIND == EntityKind::Group {
            self.check_depth(place, 1)?;
        }
        let index = self.next;
        self.next += 1;
        let node = CatalogNode {
            entity: entity.pack(),
            parents: place.into_iter().collect(),
            children: Children::default(),
        };
        self.nodes.insert(index, node);
        self.children_at_mut(place).of_kind_mut(E::KIND).push(index);
        Ok(Id::new(index))
    }

    /// Attaches a leaf to one more group. Returns `false` if the group had it already.
    pub fn attach<L: Leaf>(&mut self, leaf: Id<L>, group: GroupId) -> Result<bool, CatalogError> {
        self.node(group)?;
        let node = self.node(leaf)?;
        let (leaf, group) = (leaf.index(), group.index());
        let Err(at) = node.parents.binary_search(&group) else {
            return Ok(false);
        };
        let was_loose = node.parents.is_empty();
        self.check_name(Some(group), L::KIND, node.entity.name(), None)?;
        if was_loose {
            self.remove_child(None, L::KIND, leaf);
        }
        if let Some(node) = self.nodes.get_mut(&leaf) {
            node.parents.insert(at, group);
        }
        self.children_at_mut(Some(group))
            .of_kind_mut(L::KIND)
            .push(leaf);
        Ok(true)
    }

    /// Detaches a leaf from a group. Returns `false` if the group did not have it. A leaf without
    /// any group is loose; it is not removed.
    pub fn detach<L: Leaf>(&mut self, leaf: Id<L>, group: GroupId) -> Result<bool, CatalogError> {
        self.node(group)?;
        let node = self.node(leaf)?;
        let (leaf, group) = (leaf.index(), group.index());
        let Ok(at) = node.parents.binary_search(&group) else {
            return Ok(false);
        };
        let becomes_loose = node.parents.len() == 1;
        if becomes_loose {
            self.check_name(None, L::KIND, node.entity.name(), None)?;
            self.root.of_kind_mut(L::KIND).push(leaf);
        }
        if let Some(node) = self.nodes.get_mut(&leaf) {
            node.parents.remove(at);
        }
        self.remove_child(Some(group), L::KIND, leaf);
        Ok(true)
    }

    /// Moves a group with all of its descendants into another group, or to the root. Returns its
    /// previous parent. A move to the current parent keeps the order.
    pub fn move_group(
        &mut self,
        group: GroupId,
        to: Option<GroupId>,
    ) -> Result<Option<GroupId>, CatalogError> {
        let node = self.node(group)?;
        let from = node.parents.first().copied();
        if let Some(to) = to {
            self.node(to)?;
            self.check_cycle(group, to)?;
        }
        let place = to.map(Id::index);
        if from != place {
            let name = node.entity.name();
            self.check_name(place, EntityKind::Group, name, None)?;
            let height = self.walk_from(group).map(|(depth, _)| depth + 1).max();
            self.check_depth(place, height.unwrap_or(1))?;
            let group = group.index();
            self.remove_child(from, EntityKind::Group, group);
            self.children_at_mut(place)
                .of_kind_mut(EntityKind::Group)
                .push(group);
            if let Some(node) = self.nodes.get_mut(&group) {
                node.parents = place.into_iter().collect();
            }
        }
        Ok(from.map(Id::new))
    }

    /// Replaces an entity with `entity` of the same kind, at the same places. Returns the previous
    /// entity.
    pub fn replace<E: Entity>(&mut self, id: Id<E>, entity: E) -> Result<E, CatalogError> {
        let parents = &self.node(id)?.parents;
        let places = parents.iter().copied().map(Some);
        let root = parents.is_empty().then_some(None);
        for place in places.chain(root) {
            self.check_name(place, E::KIND, entity.name(), Some(id.index()))?;
        }
        let gone = CatalogError::Gone { kind: E::KIND };
        let node = self.nodes.get_mut(&id.index()).ok_or(gone.clone())?;
        E::unpack(std::mem::replace(&mut node.entity, entity.pack())).ok_or(gone)
    }

    /// Changes an entity, including its name. Returns the entity as it was before.
    ///
    /// ```
    /// use fusion_core::catalog::{Catalog, Tool};
    ///
    /// let mut catalog = Catalog::new();
    /// let id = catalog.add(Tool::new("ban"))?;
    /// catalog.update(id, |tool| tool.title = Some("Ban a user".to_owned()))?;
    /// # assert_eq!(catalog.get(id).unwrap().title.as_deref(), Some("Ban a user"));
    /// # Ok::<(), fusion_core::catalog::CatalogError>(())
    /// ```
    pub fn update<E: Entity>(
        &mut self,
        id: Id<E>,
        change: impl FnOnce(&mut E),
    ) -> Result<E, CatalogError> {
        // The closure gets a copy, because the change may be refused and the closure may panic.
        let gone = CatalogError::Gone { kind: E::KIND };
        let mut entity = self.get(id).ok_or(gone)?.clone();
        change(&mut entity);
        self.replace(id, entity)
    }

    /// Removes an entity. Removing a group also removes its descendants that belong to no other
    /// group.
    pub fn remove<E: Entity>(&mut self, id: Id<E>) -> RemovedEntities {
        let mut leaving = BTreeSet::new();
        let mut kept = Vec::new();
        if E::KIND == EntityKind::Group {
            let groups: BTreeSet<_> = self
                .walk_from(Id::new(id.index()))
                .map(|(_, group)| group.index())
                .collect();
            let below = groups
                .iter()
                .flat_map(|&group| self.children_at(Some(group)).leaves());
            for leaf in below.collect::<BTreeSet<_>>() {
                let parents = self.nodes.get(&leaf).map_or(&[][..], |node| &node.parents);
                if parents.iter().all(|group| groups.contains(group)) {
                    leaving.insert(leaf);
                } else {
                    kept.extend(self.leaf_id(leaf));
                }
            }
            leaving.extend(groups);
        } else if self.get(id).is_some() {
            leaving.insert(id.index());
        }
        let mut removed = RemovedEntities {
            kept,
            ..RemovedEntities::default()
        };
        // Remaining nodes drop their references to removed ones, as parents and as children.
        for &index in &leaving {
            let Some(node) = self.nodes.remove(&index) else {
                continue;
            };
            let kind = node.entity.kind();
            if node.parents.is_empty() {
                self.remove_child(None, kind, index);
            }
            for parent in node.parents {
                if self.nodes.contains_key(&parent) {
                    self.remove_child(Some(parent), kind, index);
                }
            }
            for child in node.children.leaves() {
                if let Some(child) = self.nodes.get_mut(&child) {
                    child.parents.retain(|&parent| parent != index);
                }
            }
            removed.push(node.entity);
        }
        removed
    }

    /// Changes the separator of qualified names. Returns the previous one.
    pub fn set_separator(&mut self, separator: char) -> Result<char, CatalogError> {
        let before = std::mem::replace(&mut self.separator, separator);
        let wrong = self.nodes.values().find_map(|node| {
            let (kind, name) = (node.entity.kind(), node.entity.name());
            let place = node.parents.first().copied();
            self.check_spelling(place, kind, name).err()
        });
        match wrong {
            Some(error) => {
                self.separator = before;
                Err(error)
            }
            None => Ok(before),
        }
    }

    fn leaf_id(&self, index: u64) -> Option<LeafId> {
        match self.nodes.get(&index)?.entity {
            AnyEntity::Group(_) => None,
            AnyEntity::Tool(_) => Some(LeafId::Tool(Id::new(index))),
            AnyEntity::Prompt(_) => Some(LeafId::Prompt(Id::new(index))),
            AnyEntity::Resource(_) => Some(LeafId::Resource(Id::new(index))),
        }
    }

    fn remove_child(&mut self, place: Option<u64>, kind: EntityKind, index: u64) {
        let children = self.children_at_mut(place).of_kind_mut(kind);
        children.retain(|&child| child != index);
    }

    fn check_cycle(&self, group: GroupId, to: GroupId) -> Result<(), CatalogError> {
        let mut path = vec![to];
        path.extend(self.ancestors(to));
        let Some(at) = path.iter().position(|&above| above == group) else {
            return Ok(());
        };
        let down = path.iter().take(at + 1).rev().chain([&group]);
        let names = down.map(|&id| self.name_of(id.index()).to_owned());
        Err(CatalogError::Cycle {
            path: names.collect(),
        })
    }

    /// Checks that groups nested `height` deep may be added to `place`.
    fn check_depth(&self, place: Option<u64>, height: usize) -> Result<(), CatalogError> {
        let above = place.map_or(0, |index| {
            let place: GroupId = Id::new(index);
            1 + self.ancestors(place).count()
        });
        if above + height <= MAX_DEPTH {
            return Ok(());
        }
        Err(CatalogError::TooDeep {
            place: self.place_name(place),
            limit: MAX_DEPTH,
        })
    }
}
