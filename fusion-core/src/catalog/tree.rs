//! Nested form of a group with all of its descendants.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{Catalog, CatalogError, Entity, EntityKind, Group, GroupId, Prompt, Resource, Tool};

/// Group with all of its descendants, nested: the form to show, to send and to write by hand.
///
/// A leaf of several groups is repeated in each of them. In JSON the group's own fields come first,
/// then `groups`, `tools`, `prompts` and `resources`.
///
/// ```
/// use fusion_core::catalog::{AsJson, Catalog, Converter, GroupTree};
/// use serde_json::json;
///
/// let json = json!({
///     "name": "platform",
///     "groups": [{
///         "name": "users",
///         "tools": [{"name": "ban", "inputSchema": {"type": "object"}}],
///     }],
/// });
/// let tree: GroupTree = AsJson.convert_to(json.clone())?;
///
/// let mut catalog = Catalog::new();
/// let platform = catalog.add_tree(None, tree)?;
/// assert!(catalog.find::<fusion_core::catalog::Tool>("platform.users.ban").is_some());
///
/// let tree = catalog.tree(platform).ok_or("the group is gone")?;
/// assert_eq!(AsJson.convert_from(tree)?, json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedTree")]
#[non_exhaustive]
pub struct GroupTree {
    /// The group itself.
    #[serde(flatten)]
    pub group: Group,
    /// Subgroups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupTree>,
    /// Tools of the group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// Prompts of the group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<Prompt>,
    /// Resources of the group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<Resource>,
}

impl From<Group> for GroupTree {
    fn from(group: Group) -> Self {
        Self {
            group,
            ..Self::default()
        }
    }
}

impl Catalog {
    /// Returns a group with all of its descendants.
    pub fn tree(&self, group: GroupId) -> Option<GroupTree> {
        Some(GroupTree {
            group: self.get(group)?.clone(),
            groups: self
                .children::<Group>(group)
                .filter_map(|group| self.tree(group))
                .collect(),
            tools: self.leaves_of(group),
            prompts: self.leaves_of(group),
            resources: self.leaves_of(group),
        })
    }

    fn leaves_of<E: Entity>(&self, group: GroupId) -> Vec<E> {
        let ids = self.children::<E>(group);
        ids.filter_map(|id| self.get(id)).cloned().collect()
    }

    /// Adds a tree to a group, or as a root. Adds nothing if any part of it is refused.
    pub fn add_tree(
        &mut self,
        to: Option<GroupId>,
        tree: GroupTree,
    ) -> Result<GroupId, CatalogError> {
        let root = match to {
            Some(group) => self.add_to(group, tree.group)?,
            None => self.add(tree.group)?,
        };
        let fill = || {
            self.add_leaves(root, tree.tools)?;
            self.add_leaves(root, tree.prompts)?;
            self.add_leaves(root, tree.resources)?;
            for below in tree.groups {
                self.add_tree(Some(root), below)?;
            }
            Ok(())
        };
        match fill() {
            Ok(()) => Ok(root),
            Err(error) => {
                self.remove(root);
                Err(error)
            }
        }
    }

    fn add_leaves<E: Entity>(
        &mut self,
        group: GroupId,
        leaves: Vec<E>,
    ) -> Result<(), CatalogError> {
        for leaf in leaves {
            self.add_to(group, leaf)?;
        }
        Ok(())
    }
}

/// Tree as deserialized, before validation.
#[derive(Deserialize)]
struct UncheckedTree {
    #[serde(flatten)]
    group: Group,
    #[serde(default)]
    groups: Vec<GroupTree>,
    #[serde(default)]
    tools: Vec<Tool>,
    #[serde(default)]
    prompts: Vec<Prompt>,
    #[serde(default)]
    resources: Vec<Resource>,
}

impl TryFrom<UncheckedTree> for GroupTree {
    type Error = CatalogError;

    fn try_from(read: UncheckedTree) -> Result<Self, CatalogError> {
        let place = &read.group.name;
        let groups = read.groups.iter().map(|tree| tree.group.name.as_str());
        check_distinct_names(place, EntityKind::Group, groups)?;
        check_distinct_names(place, EntityKind::Tool, read.tools.iter().map(Entity::name))?;
        check_distinct_names(
            place,
            EntityKind::Prompt,
            read.prompts.iter().map(Entity::name),
        )?;
        let resources = read.resources.iter().map(Entity::name);
        check_distinct_names(place, EntityKind::Resource, resources)?;
        Ok(Self {
            group: read.group,
            groups: read.groups,
            tools: read.tools,
            prompts: read.prompts,
            resources: read.resources,
        })
    }
}

/// Checks that no two entities of a kind share a name. The catalog that takes the tree checks the
/// spelling, because that depends on its separator.
fn check_distinct_names<'n>(
    group: &str,
    kind: EntityKind,
    names: impl Iterator<Item = &'n str>,
) -> Result<(), CatalogError> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(CatalogError::NameTaken {
                place: format!("group `{group}`"),
                kind,
                name: name.to_owned(),
            });
        }
    }
    Ok(())
}
