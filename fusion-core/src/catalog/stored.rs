//! JSON form of a catalog: its entities as lists, and the tree as indices into these lists.
//!
//! ```json
//! {"separator": ".",
//!  "root": {"groups": [0]},
//!  "groups": [{"name": "users", "tools": [0]}],
//!  "tools": [{"name": "ban", "inputSchema": {"type": "object"}}]}
//! ```
//!
//! A leaf of several groups occurs once, which a nested tree cannot express. In return the indices
//! can be wrong, so deserialization validates every invariant of a catalog.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{
    Catalog, CatalogError, Entity, EntityKind, Group, Prompt, Resource, Tool,
    arena::{CatalogNode, Children},
    edit::MAX_DEPTH,
};

#[derive(PartialEq, Serialize, Deserialize)]
struct StoredCatalog {
    #[serde(default = "default_separator")]
    separator: char,
    #[serde(default)]
    root: Children,
    #[serde(default)]
    groups: Vec<StoredGroup>,
    #[serde(default)]
    tools: Vec<Tool>,
    #[serde(default)]
    prompts: Vec<Prompt>,
    #[serde(default)]
    resources: Vec<Resource>,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct StoredGroup {
    #[serde(flatten)]
    group: Group,
    #[serde(flatten)]
    children: Children,
}

fn default_separator() -> char {
    '.'
}

impl StoredCatalog {
    fn new(catalog: &Catalog) -> Self {
        let mut seen = HashMap::new();
        let mut counts = [0_u64; EntityKind::ALL.len()];
        for (&index, node) in &catalog.nodes {
            let count = &mut counts[node.entity.kind() as usize];
            seen.insert(index, *count);
            *count += 1;
        }
        let numbered = |children: &Children| {
            let mut numbers = Children::default();
            for kind in EntityKind::ALL {
                let indices = children.of_kind(kind).iter();
                *numbers.of_kind_mut(kind) =
                    indices.filter_map(|one| seen.get(one)).copied().collect();
            }
            numbers
        };
        let groups = catalog.iter::<Group>().map(|(id, group)| StoredGroup {
            group: group.clone(),
            children: numbered(catalog.children_at(Some(id.index()))),
        });
        Self {
            separator: catalog.separator,
            root: numbered(&catalog.root),
            groups: groups.collect(),
            tools: clone_entities(catalog),
            prompts: clone_entities(catalog),
            resources: clone_entities(catalog),
        }
    }

    fn load(self) -> Result<Catalog, CatalogError> {
        let mut catalog = Catalog::with_separator(self.separator);
        let (groups, hung): (Vec<_>, Vec<_>) = self
            .groups
            .into_iter()
            .map(|stored| (stored.group, stored.children))
            .unzip();
        let mut loading = CatalogLoader {
            numbers: EntityKind::ALL.map(|_| Vec::new()),
            catalog: &mut catalog,
        };
        loading.take(groups);
        loading.take(self.tools);
        loading.take(self.prompts);
        loading.take(self.resources);
        let hung = hung.iter().enumerate();
        let places = hung.map(|(number, children)| (Some(number), children));
        for (place, children) in places.chain([(None, &self.root)]) {
            for kind in EntityKind::ALL {
                loading.attach_numbered(place, kind, children.of_kind(kind))?;
            }
        }
        loading.check_depths()?;
        loading.check_all_have_places()?;
        catalog.check_names()?;
        Ok(catalog)
    }
}

fn clone_entities<E: Entity>(catalog: &Catalog) -> Vec<E> {
    catalog.iter::<E>().map(|(_, one)| one.clone()).collect()
}

/// Catalog during deserialization.
struct CatalogLoader<'c> {
    catalog: &'c mut Catalog,
    /// Index in the arena, by kind and number.
    numbers: [Vec<u64>; EntityKind::ALL.len()],
}

impl CatalogLoader<'_> {
    fn take<E: Entity>(&mut self, entities: Vec<E>) {
        for entity in entities {
            let index = self.catalog.next;
            self.catalog.next += 1;
            self.numbers[E::KIND as usize].push(index);
            let node = CatalogNode {
                entity: entity.pack(),
                parents: Vec::new(),
                children: Children::default(),
            };
            self.catalog.nodes.insert(index, node);
        }
    }

    /// Attaches the numbered entities to group number `place`, or to the root.
    fn attach_numbered(
        &mut self,
        place: Option<usize>,
        kind: EntityKind,
        numbers: &[u64],
    ) -> Result<(), CatalogError> {
        let known = &self.numbers[kind as usize];
        // Groups are loaded first, so their numbers equal their indices.
        let group = place.map(|number| number as u64);
        let mut here = HashSet::new();
        for (at, &number) in numbers.iter().enumerate() {
            let reference = || match place {
                Some(place) => format!("groups[{place}].{}[{at}]", kind.plural()),
                None => format!("root.{}[{at}]", kind.plural()),
            };
            let index = usize::try_from(number).ok();
            let index = index.and_then(|number| known.get(number)).copied();
            let node = index.and_then(|index| self.catalog.nodes.get_mut(&index));
            let (Some(index), Some(node)) = (index, node) else {
                return Err(CatalogError::Dangling {
                    place: reference(),
                    kind,
                    number,
                    count: known.len(),
                });
            };
            // The root is loaded last: an entity with a parent by then is not loose.
            let only = kind == EntityKind::Group || group.is_none();
            if !here.insert(index) || (only && !node.parents.is_empty()) {
                return Err(CatalogError::SecondPlace {
                    place: reference(),
                    kind,
                    name: node.entity.name().to_owned(),
                });
            }
            // Groups are loaded in their order, so parents rise.
            node.parents.extend(group);
            self.catalog
                .children_at_mut(group)
                .of_kind_mut(kind)
                .push(index);
        }
        Ok(())
    }

    /// Checks that no group is its own descendant or nested too deep.
    fn check_depths(&self) -> Result<(), CatalogError> {
        for (id, _) in self.catalog.iter::<Group>() {
            let mut seen = HashSet::from([id]);
            let mut up = vec![id];
            for above in self.catalog.ancestors(id) {
                up.push(above);
                if !seen.insert(above) {
                    let from = up.iter().position(|&one| one == above).unwrap_or(0);
                    let path = up.iter().skip(from).rev();
                    return Err(CatalogError::Cycle {
                        path: path
                            .map(|one| self.catalog.name_of(one.index()).to_owned())
                            .collect(),
                    });
                }
            }
            if up.len() > MAX_DEPTH {
                return Err(CatalogError::TooDeep {
                    place: format!("groups[{}]", id.index()),
                    limit: MAX_DEPTH,
                });
            }
        }
        Ok(())
    }

    fn check_all_have_places(&self) -> Result<(), CatalogError> {
        let root = &self.catalog.root;
        let at_root: HashSet<_> = EntityKind::ALL
            .into_iter()
            .flat_map(|kind| root.of_kind(kind))
            .collect();
        for kind in EntityKind::ALL {
            for (number, index) in self.numbers[kind as usize].iter().enumerate() {
                let parents = self.catalog.nodes.get(index).map(|node| &node.parents);
                if parents.is_some_and(Vec::is_empty) && !at_root.contains(index) {
                    return Err(CatalogError::NoPlace {
                        place: format!("{}[{number}]", kind.plural()),
                        kind,
                        name: self.catalog.name_of(*index).to_owned(),
                    });
                }
            }
        }
        Ok(())
    }
}

impl Catalog {
    fn check_names(&self) -> Result<(), CatalogError> {
        let groups = self.iter::<Group>().map(|(id, _)| Some(id.index()));
        for place in groups.chain([None]) {
            for kind in EntityKind::ALL {
                let names = self.children_at(place).of_kind(kind).iter();
                let mut seen = HashSet::new();
                for name in names.map(|&index| self.name_of(index)) {
                    self.check_spelling(place, kind, name)?;
                    if !seen.insert(name) {
                        return Err(CatalogError::NameTaken {
                            place: self.place_name(place),
                            kind,
                            name: name.to_owned(),
                        });
                    }
                }
            }
        }
        Ok(())
    }
}

impl Serialize for Catalog {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredCatalog::new(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Catalog {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredCatalog::deserialize(deserializer)?;
        stored.load().map_err(D::Error::custom)
    }
}

impl PartialEq for Catalog {
    fn eq(&self, other: &Self) -> bool {
        StoredCatalog::new(self) == StoredCatalog::new(other)
    }
}
