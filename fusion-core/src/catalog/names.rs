//! Names: validation, and qualified names, which follow the tree of groups.

use super::{Catalog, CatalogError, Entity, EntityKind, GroupId, Id};

impl Catalog {
    /// Returns the name of a group, qualified by the names of its ancestors.
    pub fn qualified_name(&self, group: GroupId) -> Option<String> {
        let mut steps = vec![self.get(group)?.name.as_str()];
        let above = self.ancestors(group).filter_map(|id| self.get(id));
        steps.extend(above.map(|group| group.name.as_str()));
        steps.reverse();
        Some(steps.join(self.separator.encode_utf8(&mut [0; 4])))
    }

    /// Returns every qualified name of an entity: one for each of its groups, its plain name if it
    /// has no group, and none if the id refers to nothing.
    pub fn qualified_names<E: Entity>(&self, id: Id<E>) -> Vec<String> {
        let Some(entity) = self.get(id) else {
            return Vec::new();
        };
        let name = entity.name();
        let parents = self.parents(id);
        let below = parents.filter_map(|group| self.qualified_name(group));
        let names: Vec<_> = below
            .map(|group| format!("{group}{}{name}", self.separator))
            .collect();
        if names.is_empty() {
            vec![name.to_owned()]
        } else {
            names
        }
    }

    /// Returns the entity with a qualified name. A tool and a prompt may share a name, so the type
    /// parameter selects the kind.
    ///
    /// ```
    /// use fusion_core::catalog::{Catalog, Group, Prompt, Tool};
    ///
    /// let mut catalog = Catalog::with_separator('/');
    /// let docs = catalog.add(Group::new("docs"))?;
    /// let tool = catalog.add_to(docs, Tool::new("search"))?;
    /// let prompt = catalog.add_to(docs, Prompt::new("search"))?;
    ///
    /// assert_eq!(catalog.find("docs/search"), Some(tool));
    /// assert_eq!(catalog.find("docs/search"), Some(prompt));
    /// assert_eq!(catalog.find::<Tool>("search"), None);
    /// # Ok::<(), fusion_core::catalog::CatalogError>(())
    /// ```
    pub fn find<E: Entity>(&self, name: &str) -> Option<Id<E>> {
        let (above, name) = match name.rsplit_once(self.separator) {
            Some((above, name)) => (Some(above), name),
            None => (None, name),
        };
        let mut place = None;
        for step in above
            .into_iter()
            .flat_map(|path| path.split(self.separator))
        {
            place = Some(self.find_child(place, EntityKind::Group, step)?);
        }
        self.find_child(place, E::KIND, name).map(Id::new)
    }

    /// Returns the entity named `name` in `place`.
    fn find_child(&self, place: Option<u64>, kind: EntityKind, name: &str) -> Option<u64> {
        let children = self.children_at(place).of_kind(kind);
        let is_it = |index: &&u64| self.name_of(**index) == name;
        children.iter().find(is_it).copied()
    }

    pub(super) fn name_of(&self, index: u64) -> &str {
        self.nodes.get(&index).map_or("", |node| node.entity.name())
    }

    /// Returns the name of a place in errors.
    pub(super) fn place_name(&self, place: Option<u64>) -> String {
        match place.and_then(|index| self.qualified_name(Id::new(index))) {
            Some(name) => format!("group `{name}`"),
            None => "root".to_owned(),
        }
    }

    /// Checks that `name` is a legal name, independent of its place.
    pub(super) fn check_spelling(
        &self,
        place: Option<u64>,
        kind: EntityKind,
        name: &str,
    ) -> Result<(), CatalogError> {
        if name.is_empty() {
            let place = self.place_name(place);
            return Err(CatalogError::NoName { place, kind });
        }
        if name.contains(self.separator) {
            return Err(CatalogError::SeparatorInName {
                place: self.place_name(place),
                kind,
                name: name.to_owned(),
                separator: self.separator,
            });
        }
        Ok(())
    }

    /// Checks that a node may be named `name` in `place`; `but` is the node itself, if it is there
    /// already.
    pub(super) fn check_name(
        &self,
        place: Option<u64>,
        kind: EntityKind,
        name: &str,
        but: Option<u64>,
    ) -> Result<(), CatalogError> {
        self.check_spelling(place, kind, name)?;
        match self.find_child(place, kind, name) {
            Some(index) if Some(index) != but => Err(CatalogError::NameTaken {
                place: self.place_name(place),
                kind,
                name: name.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}
