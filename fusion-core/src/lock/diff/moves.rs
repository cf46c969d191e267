//! Items that have moved from one tool to another: their key in the tool ends in the same name, and all else is equal.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    items,
    pairs::{self, Pair},
    tools::{Items, alias_keys, within},
};
use crate::lock::LockedItem;

/// The items of one kind that have moved, by their full keys before, with those after.
pub(super) struct MovedItems(BTreeMap<String, String>);

impl MovedItems {
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&String, &String)> {
        self.0.iter()
    }

    /// Returns true if an item has another key in the later lock.
    pub(super) fn has_left(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Returns true if an item had another key in the earlier lock.
    pub(super) fn has_arrived(&self, key: &str) -> bool {
        self.0.values().any(|later| later == key)
    }
}

/// Finds the moves among the items that neither name nor alias nor equality pairs within their tool. `renamed` has the
/// later names of tools.
pub(super) fn find([old, new]: [&Items; 2], renamed: &BTreeMap<String, String>) -> MovedItems {
    let (gone, added) = unpaired([old, new], renamed);
    let mut moved: BTreeMap<String, String> = BTreeMap::new();
    for key in gone {
        let later = added.iter().find(|later| {
            let is_free = !moved.values().any(|known| known == *later);
            let is_same = match (old.get(&key), new.get(*later)) {
                (Some(one), Some(other)) => items::is_same(one, other),
                _ => false,
            };
            is_free && own_name(later) == own_name(&key) && is_same
        });
        if let Some(later) = later {
            moved.insert(key, later.clone());
        }
    }
    MovedItems(moved)
}

/// Returns the full keys of the items that are gone from their tools, and of those that are new in theirs.
fn unpaired(
    [old, new]: [&Items; 2],
    renamed: &BTreeMap<String, String>,
) -> (Vec<String>, Vec<String>) {
    let (mut gone, mut added) = (Vec::new(), Vec::new());
    let former: BTreeMap<&str, &str> = renamed
        .iter()
        .map(|(former, later)| (later.as_str(), former.as_str()))
        .collect();
    let of_old = tools(old).into_iter();
    let of_old = of_old.map(|tool| (tool, renamed.get(tool).map_or(tool, String::as_str)));
    let of_new = tools(new).into_iter();
    let of_new = of_new.map(|tool| (former.get(tool).copied().unwrap_or(tool), tool));
    let both: BTreeSet<_> = of_old.chain(of_new).collect();
    let is_alias = |item: &&LockedItem, key: &str| alias_keys(item).contains(key);
    let is_same = |one: &&LockedItem, other: &&LockedItem| items::is_same(one, other);
    for (tool, later) in both {
        for pair in pairs::pairs(&within(old, tool), &within(new, later), is_alias, is_same) {
            match pair {
                Pair::Gone(key) => gone.push(format!("{tool}/{key}")),
                Pair::Added(key, _) => added.push(format!("{later}/{key}")),
                Pair::Kept(..) | Pair::Moved(..) | Pair::Renamed(_) => {}
            }
        }
    }
    (gone, added)
}

/// Returns the names of the tools that have items.
fn tools(items: &Items) -> BTreeSet<&str> {
    let tools = items.keys().filter_map(|key| key.split_once('/'));
    tools.map(|(tool, _)| tool).collect()
}

/// Returns the name of an item without its tool and its module.
fn own_name(key: &str) -> &str {
    let own = key.split_once('/').map_or(key, |(_, own)| own);
    own.rsplit_once('.').map_or(own, |(_, name)| name)
}
