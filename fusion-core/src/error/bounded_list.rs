//! A list that keeps its first entries and counts the others, so that a hostile value costs no more
//! memory than a valid one.

/// The number of entries that a response lists.
pub(crate) const MAX_LISTED: usize = 8;

/// The number of entries that are kept for one argument: as many as the names of arguments that an
/// error holds for programs.
const MAX_KEPT: usize = 16;

/// The first entries of each argument, and the number of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoundedList<T> {
    entries: Vec<T>,
    omitted: usize,
    /// The number of entries that the current argument may still add.
    room: usize,
}

impl<T> Default for BoundedList<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            omitted: 0,
            room: MAX_KEPT,
        }
    }
}

impl<T> From<T> for BoundedList<T> {
    fn from(entry: T) -> Self {
        let mut list = Self::default();
        list.push(entry);
        list
    }
}

impl<T> BoundedList<T> {
    /// Starts the entries of another argument.
    pub(crate) fn start_argument(&mut self) {
        self.room = MAX_KEPT;
    }

    /// Returns `true` if the next entry of this argument is only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Counts an entry that is not kept.
    pub(crate) fn omit(&mut self) {
        self.omitted += 1;
    }

    /// Adds an entry, or counts it if the argument has enough of them.
    pub(crate) fn push(&mut self, entry: T) {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                self.entries.push(entry);
            }
            None => self.omit(),
        }
    }

    /// Returns the number of all entries, kept or not.
    pub(crate) fn count(&self) -> usize {
        self.entries.len() + self.omitted
    }

    /// Returns `true` if there is no entry.
    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns the kept entries.
    pub(crate) fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Returns the kept entries, to be put in order.
    pub(crate) fn entries_mut(&mut self) -> &mut Vec<T> {
        &mut self.entries
    }

    /// Returns the kept entries, and the number of the others.
    pub(crate) fn into_parts(self) -> (Vec<T>, usize) {
        (self.entries, self.omitted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_argument_keeps_its_first_entries_and_counts_the_others() {
        let mut list = BoundedList::default();
        assert!(list.is_empty());
        for argument in 0..2 {
            list.start_argument();
            for entry in 0..20 {
                list.push((argument, entry));
            }
            assert!(list.is_full());
        }
        assert_eq!(list.count(), 40);
        let kept: Vec<_> = (0..2)
            .flat_map(|one| (0..16).map(move |two| (one, two)))
            .collect();
        assert_eq!(list.into_parts(), (kept, 8));
    }
}
