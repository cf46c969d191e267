//! Names, found by a few comparisons.

use std::borrow::Cow;

/// Names that lead to indices: by length, then by text. Those of one length are searched by halves.
/// A hash that resists collisions costs more where there are few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    names: Vec<(Cow<'static, str>, usize)>,
    /// How many names are shorter than so many bytes, up to one more than the longest has.
    shorter: Vec<usize>,
}

impl Lookup {
    /// Adds a name; it is found once all are sorted.
    pub(crate) fn push(&mut self, name: impl Into<Cow<'static, str>>, index: usize) {
        self.names.push((name.into(), index));
    }

    /// Ends the adding.
    pub(crate) fn sort(&mut self) {
        let Self { names, shorter } = self;
        names.sort_by(|(one, _), (other, _)| (one.len(), one).cmp(&(other.len(), other)));
        let longest = names.last().map_or(0, |(name, _)| name.len());
        let count = |bytes| names.partition_point(|(name, _)| name.len() < bytes);
        *shorter = (0..=longest + 1).map(count).collect();
    }

    /// The index of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let [start, end] = *self.shorter.get(name.len()..)?.first_chunk()?;
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
