//! Random changes to random catalogs: parents and children agree after each, and a refused change
//! leaves no trace.

use std::collections::BTreeSet;

use fusion_core::catalog::{
    Catalog, CatalogError, Entity, Group, GroupId, Id, Leaf, Prompt, PromptId, Resource,
    ResourceId, Tool, ToolId,
};
use proptest::{collection::vec, prelude::*, sample::Index};

const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h.i"];

/// One change. What it is done to is chosen among all ids ever given out, dead ones too.
#[derive(Clone, Debug)]
enum Change {
    AddGroup(Option<Index>, usize),
    AddLeaf(usize, Option<Index>, usize),
    Attach(usize, Index, Index),
    Detach(usize, Index, Index),
    Move(Index, Option<Index>),
    RemoveGroup(Index),
    RemoveLeaf(usize, Index),
    Rename(usize, Index, usize),
    RenameGroup(Index, usize),
    Separate(bool),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let index = any::<Index>;
    let place = || proptest::option::weighted(0.8, any::<Index>());
    let change = prop_oneof![
        6 => (place(), 0..8_usize).prop_map(|(to, name)| Change::AddGroup(to, name)),
        6 => (0..3_usize, place(), 0..8_usize).prop_map(|(kind, to, name)| Change::AddLeaf(kind, to, name)),
        14 => (0..3_usize, index(), index()).prop_map(|(kind, leaf, to)| Change::Attach(kind, leaf, to)),
        3 => (0..3_usize, index(), index()).prop_map(|(kind, leaf, from)| Change::Detach(kind, leaf, from)),
        4 => (index(), place()).prop_map(|(group, to)| Change::Move(group, to)),
        1 => index().prop_map(Change::RemoveGroup),
        1 => (0..3_usize, index()).prop_map(|(kind, leaf)| Change::RemoveLeaf(kind, leaf)),
        2 => (0..3_usize, index(), 0..8_usize).prop_map(|(kind, leaf, name)| Change::Rename(kind, leaf, name)),
        2 => (index(), 0..8_usize).prop_map(|(group, name)| Change::RenameGroup(group, name)),
        1 => any::<bool>().prop_map(Change::Separate),
    ];
    vec(change, 20..80)
}

/// A catalog and every id that it ever gave out.
#[derive(Default)]
struct World {
    catalog: Catalog,
    groups: Vec<GroupId>,
    tools: Vec<ToolId>,
    prompts: Vec<PromptId>,
    resources: Vec<ResourceId>,
    done: usize,
}

fn pick<E: Entity>(ids: &[Id<E>], index: Index) -> Option<Id<E>> {
    (!ids.is_empty()).then(|| *index.get(ids))
}

/// Applies a change to a leaf of any kind.
fn leaf<L: Leaf>(
    catalog: &mut Catalog,
    groups: &[GroupId],
    ids: &mut Vec<Id<L>>,
    change: &Change,
    named: impl Fn(&str) -> L,
) -> Result<(), CatalogError> {
    match *change {
        Change::AddLeaf(_, to, name) => {
            let leaf = named(NAMES[name]);
            let id = match to.and_then(|to| pick(groups, to)) {
                Some(group) => catalog.add_to(group, leaf)?,
                None => catalog.add(leaf)?,
            };
            ids.push(id);
        }
        Change::Attach(_, leaf, to) => {
            if let (Some(leaf), Some(to)) = (pick(ids, leaf), pick(groups, to)) {
                let hung = catalog.parents(leaf).any(|group| group == to);
                assert_eq!(catalog.attach(leaf, to)?, !hung, "it says what it did");
                assert!(catalog.parents(leaf).any(|group| group == to));
            }
        }
        Change::Detach(_, leaf, from) => {
            if let (Some(leaf), Some(from)) = (pick(ids, leaf), pick(groups, from)) {
                let hung = catalog.parents(leaf).any(|group| group == from);
                assert_eq!(catalog.detach(leaf, from)?, hung, "it says what it did");
                assert!(catalog.get(leaf).is_some(), "it is not removed");
            }
        }
        Change::RemoveLeaf(_, leaf) => {
            if let Some(leaf) = pick(ids, leaf) {
                let was = catalog.get(leaf).is_some();
                assert_eq!(catalog.remove(leaf).is_empty(), !was);
                assert_eq!(catalog.get(leaf), None);
            }
        }
        Change::Rename(_, leaf, name) => {
            if let Some(leaf) = pick(ids, leaf) {
                let before = catalog.get(leaf).cloned();
                let after = named(NAMES[name]);
                assert_eq!(Some(catalog.replace(leaf, after)?), before);
            }
        }
        _ => {}
    }
    Ok(())
}

impl World {
    fn apply(&mut self, change: &Change) -> Result<(), CatalogError> {
        let Self {
            catalog,
            groups,
            tools,
            prompts,
            resources,
            ..
        } = self;
        match *change {
            Change::AddGroup(to, name) => {
                let group = Group::new(NAMES[name]);
                let id = match to.and_then(|to| pick(groups, to)) {
                    Some(to) => catalog.add_to(to, group)?,
                    None => catalog.add(group)?,
                };
                groups.push(id);
            }
            Change::Move(group, to) => {
                let to = to.and_then(|to| pick(groups, to));
                if let Some(group) = pick(groups, group) {
                    let before = catalog.parents(group).next();
                    assert_eq!(catalog.move_group(group, to)?, before);
                    assert_eq!(catalog.parents(group).next(), to);
                }
            }
            Change::RemoveGroup(group) => {
                if let Some(group) = pick(groups, group) {
                    let below: Vec<_> = catalog.walk_from(group).collect();
                    let removed = catalog.remove(group);
                    assert_eq!(removed.groups.len(), below.len());
                    assert!(below.iter().all(|&(_, group)| catalog.get(group).is_none()));
                }
            }
            Change::RenameGroup(group, name) => {
                if let Some(group) = pick(groups, group) {
                    catalog.update(group, |group| NAMES[name].clone_into(&mut group.name))?;
                }
            }
            Change::Separate(dot) => {
                catalog.set_separator(if dot { '.' } else { '/' })?;
            }
            Change::AddLeaf(kind, ..)
            | Change::Attach(kind, ..)
            | Change::Detach(kind, ..)
            | Change::RemoveLeaf(kind, _)
            | Change::Rename(kind, ..) => match kind {
                0 => leaf(catalog, groups, tools, change, |name| Tool::new(name))?,
                1 => leaf(catalog, groups, prompts, change, |name| Prompt::new(name))?,
                _ => leaf(catalog, groups, resources, change, |name| {
                    Resource::new("u:", name)
                })?,
            },
        }
        self.done += 1;
        Ok(())
    }
}

/// Both sides agree, names are apart, and every name leads back.
fn is_sound<E: Entity>(catalog: &Catalog, at_root: &[Id<E>]) {
    let mut in_place: Vec<(Option<GroupId>, Vec<Id<E>>)> = vec![(None, at_root.to_vec())];
    for (group, _) in catalog.iter::<Group>() {
        in_place.push((Some(group), catalog.children(group).collect()));
    }
    let mut hanging = BTreeSet::new();
    for (place, ids) in &in_place {
        let mut names = BTreeSet::new();
        for &id in ids {
            let entity = catalog.get(id).unwrap();
            assert!(!entity.name().contains(catalog.separator()));
            assert!(
                names.insert(entity.name()),
                "two of {:?} are one name",
                entity.name()
            );
            let hangs_here = match place {
                Some(group) => catalog.parents(id).any(|parent| parent == *group),
                None => catalog.parents(id).next().is_none(),
            };
            assert!(hangs_here, "{id:?} knows of {place:?}");
            assert!(hanging.insert((id, *place)), "it hangs there once");
        }
    }
    let mut before = None;
    for (id, _) in catalog.iter::<E>() {
        assert!(before < Some(id), "insertion order");
        before = Some(id);
        let parents: Vec<_> = catalog.parents(id).collect();
        assert!(parents.is_sorted());
        if parents.is_empty() {
            assert!(hanging.remove(&(id, None)));
        }
        for group in parents {
            assert!(hanging.remove(&(id, Some(group))), "the group knows of it");
        }
        for name in catalog.qualified_names(id) {
            assert_eq!(catalog.find(&name), Some(id), "{name}");
        }
    }
    assert_eq!(hanging, BTreeSet::new(), "nothing hangs that is not there");
}

fn all_is_sound(catalog: &Catalog) {
    let roots: Vec<_> = catalog.roots().collect();
    is_sound::<Group>(catalog, &roots);
    is_sound::<Tool>(catalog, &catalog.loose().collect::<Vec<_>>());
    is_sound::<Prompt>(catalog, &catalog.loose().collect::<Vec<_>>());
    is_sound::<Resource>(catalog, &catalog.loose().collect::<Vec<_>>());
    let walked: BTreeSet<_> = catalog.walk().map(|(_, group)| group).collect();
    let known: BTreeSet<_> = catalog.iter::<Group>().map(|(group, _)| group).collect();
    assert_eq!(
        walked, known,
        "every group is below a root: there is no cycle"
    );
    for (depth, group) in catalog.walk() {
        assert_eq!(catalog.ancestors(group).count(), depth);
        assert!(catalog.parents(group).count() <= 1);
    }
}

/// A catalog after random changes.
fn world(changes: &[Change]) -> World {
    let mut world = World::default();
    for change in changes {
        let before = world.catalog.clone();
        if world.apply(change).is_err() {
            assert_eq!(
                world.catalog, before,
                "refused, and changed all the same: {change:?}"
            );
        }
        all_is_sound(&world.catalog);
    }
    world
}

proptest! {
    #[test]
    fn both_sides_agree_after_every_change(changes in changes()) {
        world(&changes);
    }

    #[test]
    fn a_catalog_is_the_same_behind_its_json(changes in changes()) {
        let catalog = world(&changes).catalog;
        let text = serde_json::to_string(&catalog).unwrap();
        let read: Catalog = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&read, &catalog);
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), text);
        all_is_sound(&read);
    }

    #[test]
    fn a_tree_is_the_same_behind_its_json_and_another_catalog(changes in changes()) {
        let catalog = world(&changes).catalog;
        for root in catalog.roots() {
            let tree = catalog.tree(root).unwrap();
            let read = serde_json::from_str(&serde_json::to_string(&tree).unwrap()).unwrap();
            prop_assert_eq!(&tree, &read);
            let mut other = Catalog::with_separator(catalog.separator());
            let copy = other.add_tree(None, read).unwrap();
            all_is_sound(&other);
            prop_assert_eq!(other.tree(copy), Some(tree));
        }
    }
}

#[test]
fn random_changes_make_catalogs_worth_a_look() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};

    let mut runner = TestRunner::deterministic();
    let (mut done, mut several, mut deepest, mut loose) = (0, 0, 0, 0);
    for _ in 0..100 {
        let World {
            catalog,
            done: some,
            ..
        } = world(&changes().new_tree(&mut runner).unwrap().current());
        done += some;
        let tools = catalog.iter::<Tool>().map(|(id, _)| id);
        several += tools.filter(|&id| catalog.parents(id).count() > 1).count();
        deepest = deepest.max(catalog.walk().map(|(depth, _)| depth).max().unwrap_or(0));
        loose += catalog.loose::<Tool>().count();
    }
    assert!(done > 1_000, "{done} changes were made");
    assert!(several > 20, "{several} tools hang in several groups");
    assert!(deepest >= 3, "the deepest group is at {deepest}");
    assert!(loose > 20, "{loose} tools are loose");
}
