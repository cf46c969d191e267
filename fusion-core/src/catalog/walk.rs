//! Traversal of the tree of groups, without recursion.

use super::{Catalog, EntityKind, Group, GroupId, Id};

impl Catalog {
    /// Returns every group with its depth, each before its subgroups, starting at the roots.
    ///
    /// ```
    /// use fusion_core::catalog::{Catalog, Group};
    ///
    /// let mut catalog = Catalog::new();
    /// let platform = catalog.add(Group::new("platform"))?;
    /// catalog.add(Group::new("docs"))?;
    /// catalog.add_to(platform, Group::new("users"))?;
    ///
    /// let seen: Vec<_> = catalog
    ///     .walk()
    ///     .filter_map(|(depth, id)| Some((depth, catalog.get(id)?.name.as_str())))
    ///     .collect();
    /// assert_eq!(seen, [(0, "platform"), (1, "users"), (0, "docs")]);
    /// # Ok::<(), fusion_core::catalog::CatalogError>(())
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        let roots = self.root.of_kind(EntityKind::Group).iter().rev();
        Walk {
            catalog: self,
            ahead: roots.map(|&index| (0, index)).collect(),
        }
    }

    /// Returns a group and its descendants, each before its subgroups. The group itself has depth
    /// 0.
    pub fn walk_from(&self, group: GroupId) -> Walk<'_> {
        let there = self.get(group).map(|_| (0, group.index()));
        Walk {
            catalog: self,
            ahead: there.into_iter().collect(),
        }
    }

    /// Returns the ancestors of a group, the nearest first.
    pub fn ancestors(&self, group: GroupId) -> impl Iterator<Item = GroupId> {
        let above = |id: &GroupId| self.parents::<Group>(*id).next();
        std::iter::successors(above(&group), above)
    }

    /// Returns the root of the tree that contains a group; the group itself if it has no parent.
    pub fn root_of(&self, group: GroupId) -> Option<GroupId> {
        self.get(group)?;
        Some(self.ancestors(group).last().unwrap_or(group))
    }
}

/// Iterator over groups with their depths, each before its subgroups; created by [`Catalog::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'c> {
    catalog: &'c Catalog,
    /// Groups to visit; the next one is last.
    ahead: Vec<(usize, u64)>,
}

impl Iterator for Walk<'_> {
    type Item = (usize, GroupId);

    fn next(&mut self) -> Option<Self::Item> {
        let (depth, index) = self.ahead.pop()?;
        let below = self
            .catalog
            .children_at(Some(index))
            .of_kind(EntityKind::Group)
            .iter();
        self.ahead
            .extend(below.rev().map(|&index| (depth + 1, index)));
        Some((depth, Id::new(index)))
    }
}
