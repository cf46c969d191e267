//! A lookup table of names that needs few comparisons.

use std::borrow::Cow;

/// The number of names of one length that are compared one by one.
const FEW: usize = 4;

/// Maps names to indices, sorted by length and then by text. Names of one length are searched by
/// bisection, because a collision-resistant hash costs more for few names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    names: Vec<(Cow<'static, str>, usize)>,
    /// For each length up to one more than the longest, the number of names that are shorter.
    shorter: Vec<usize>,
}

impl Lookup {
    /// Adds a name, which `find` returns only after `sort`.
    pub(crate) fn push(&mut self, name: impl Into<Cow<'static, str>>, index: usize) {
        self.names.push((name.into(), index));
    }

    /// Sorts the names. No name may be added afterwards.
    pub(crate) fn sort(&mut self) {
        let Self { names, shorter } = self;
        names.sort_by(|(one, _), (other, _)| (one.len(), one).cmp(&(other.len(), other)));
        let longest = names.last().map_or(0, |(name, _)| name.len());
        let count = |bytes| names.partition_point(|(name, _)| name.len() < bytes);
        *shorter = (0..=longest + 1).map(count).collect();
    }

    /// Returns the index of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let [start, end] = *self.shorter.get(name.len()..)?.first_chunk()?;
        let same = self.names.get(start..end)?;
        let name = name.as_bytes();
        // Equality is cheaper than order.
        if same.len() <= FEW {
            let mut same = same.iter();
            let found = same.find(|(known, _)| {
                let known = known.as_bytes();
                known.first() == name.first() && known == name
            });
            return Some(found?.1);
        }
        let place = same.binary_search_by(|(known, _)| known.as_bytes().cmp(name));
        Some(same.get(place.ok()?)?.1)
    }

    /// Returns an iterator over all names, in sorted order.
    #[cfg(feature = "rmcp")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        let names = self.names.iter();
        names.map(|(name, index)| (name.as_ref(), *index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_other() {
        // One length has more names than are compared one by one.
        let names = [
            "list",
            "get",
            "set",
            "create",
            "users.list",
            "b",
            "",
            "load",
            "last",
            "save",
            "late",
        ];
        let mut lookup = Lookup::default();
        for (index, name) in names.into_iter().enumerate() {
            lookup.push(name, index);
        }
        lookup.sort();
        for (index, name) in names.into_iter().enumerate() {
            assert_eq!(lookup.find(name), Some(index), "{name}");
        }
        for name in [
            "lis",
            "List",
            "lisp",
            "aaaa",
            "zzzz",
            "a",
            "c",
            "lists",
            "users.lisT",
            "users.lists",
        ] {
            assert_eq!(lookup.find(name), None, "{name}");
        }
        let mut empty = Lookup::default();
        empty.sort();
        assert_eq!([empty.find(""), empty.find("list")], [None, None]);
    }
}
