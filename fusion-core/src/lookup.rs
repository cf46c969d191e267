//! Names, found by a few comparisons: that costs less than a hash that resists collisions.

use std::borrow::Cow;

/// Names that lead to indices: by length, then by text. Few names have one length, so that most
/// are found by one comparison.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    names: Vec<(Cow<'static, str>, usize)>,
    /// How many names have at most so many bytes.
    ends: Vec<usize>,
}

impl Lookup {
    /// Adds a name; it is found once all are sorted.
    pub(crate) fn push(&mut self, name: impl Into<Cow<'static, str>>, index: usize) {
        self.names.push((name.into(), index));
    }

    /// Ends the adding.
    pub(crate) fn sort(&mut self) {
        let Self { names, ends } = self;
        names.sort_by(|(one, _), (other, _)| (one.len(), one).cmp(&(other.len(), other)));
        let longest = names.last().map_or(0, |(name, _)| name.len());
        ends.clear();
        ends.extend(
            (0..=longest).map(|most| names.partition_point(|(name, _)| name.len() <= most)),
        );
    }

    /// The index of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let end = *self.ends.get(name.len())?;
        let shorter = name.len().checked_sub(1);
        let start = shorter.map_or(Some(0), |most| self.ends.get(most).copied())?;
        let same = self.names.get(start..end)?;
        let place = same.binary_search_by(|(known, _)| known.as_ref().cmp(name));
        Some(same.get(place.ok()?)?.1)
    }

    /// All names, in their order here.
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
        let names = ["list", "get", "set", "create", "users.list", "b", ""];
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
