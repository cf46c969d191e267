//! Pairs of what has a name before and after: by name, by alias, or by equal rest.

use std::collections::{BTreeMap, BTreeSet};

/// One pair, or what has no counterpart. The names stand in the order before, after.
pub(super) enum Pair<'n, T> {
    Kept(&'n str, [T; 2]),
    /// The former name is an alias of the new one.
    Moved([&'n str; 2], [T; 2]),
    /// Equal but for the name.
    Renamed([&'n str; 2]),
    Gone(&'n str),
    Added(&'n str, T),
}

/// Returns the pairs of two maps. `is_alias` returns `true` if a new entry accepts a former name, and `is_same`
/// if two entries are equal but for their names.
pub(super) fn pairs<'n, T: Copy>(
    old: &BTreeMap<&'n str, T>,
    new: &BTreeMap<&'n str, T>,
    is_alias: impl Fn(&T, &str) -> bool,
    is_same: impl Fn(&T, &T) -> bool,
) -> Vec<Pair<'n, T>> {
    let mut pairs = Vec::new();
    let mut taken = BTreeSet::new();
    let mut gone = Vec::new();
    for (name, entry) in old {
        if let Some(later) = new.get(name) {
            taken.insert(*name);
            pairs.push(Pair::Kept(name, [*entry, *later]));
            continue;
        }
        let aliased = new.iter().find(|(_, later)| is_alias(later, name));
        if let Some((later, entry_later)) = aliased {
            taken.insert(*later);
            pairs.push(Pair::Moved([name, later], [*entry, *entry_later]));
        } else {
            gone.push((*name, *entry));
        }
    }
    for (name, entry) in gone {
        let same = new.iter().find(|(later, candidate)| {
            !old.contains_key(*later) && !taken.contains(*later) && is_same(&entry, candidate)
        });
        if let Some((later, _)) = same {
            taken.insert(*later);
            pairs.push(Pair::Renamed([name, later]));
        } else {
            pairs.push(Pair::Gone(name));
        }
    }
    let added = new.iter().filter(|(name, _)| !taken.contains(*name));
    pairs.extend(added.map(|(name, entry)| Pair::Added(name, *entry)));
    pairs
}
