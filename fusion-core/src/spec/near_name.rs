//! The nearest name, computed in a constant, for the messages of compile errors.

use crate::error::{MAX_NAME, max_differences};

/// Counts the letters that differ; a swap of neighbours counts once (optimal string alignment). Letters
/// of either case are equal, as in errors at run time. The names have at most [`MAX_NAME`] bytes.
const fn distance(a: &[u8], b: &[u8]) -> usize {
    let (mut before, mut last, mut row) = ([0; MAX_NAME + 1], [0; MAX_NAME + 1], [0; MAX_NAME + 1]);
    let mut i = 0;
    while i <= a.len() {
        let mut j = 0;
        while j <= b.len() {
            row[j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = !a[i - 1].eq_ignore_ascii_case(&b[j - 1]) as usize;
                let mut best = min(last[j - 1] + change, last[j] + 1);
                best = min(best, row[j - 1] + 1);
                let swapped = i > 1
                    && j > 1
                    && a[i - 1].eq_ignore_ascii_case(&b[j - 2])
                    && a[i - 2].eq_ignore_ascii_case(&b[j - 1]);
                if swapped {
                    best = min(best, before[j - 2] + 1);
                }
                best
            };
            j += 1;
        }
        (before, last) = (last, row);
        i += 1;
    }
    last[b.len()]
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The search for the name that an author probably meant.
#[derive(Clone, Copy)]
pub(super) struct NearName<'n> {
    sought: &'n str,
    found: Option<&'n str>,
    /// The distance from which on a name is no longer near.
    limit: usize,
}

impl<'n> NearName<'n> {
    pub(super) const fn new(sought: &'n str) -> Self {
        Self {
            sought,
            found: None,
            limit: max_differences(sought.len()) + 1,
        }
    }

    /// Considers a name; of several equally near ones, the first is kept.
    pub(super) const fn consider(mut self, name: &'n str) -> Self {
        let (sought, bytes) = (self.sought.as_bytes(), name.as_bytes());
        let longest = if sought.len() > bytes.len() {
            sought.len()
        } else {
            bytes.len()
        };
        // Each extra letter counts as one difference, so that most names need no distance.
        if longest > MAX_NAME || sought.len().abs_diff(bytes.len()) >= self.limit {
            return self;
        }
        let distance = distance(sought, bytes);
        if distance < self.limit && distance < bytes.len() {
            self.limit = distance;
            self.found = Some(name);
        }
        self
    }

    pub(super) const fn found(self) -> Option<&'n str> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::nearest;

    #[test]
    fn the_same_name_is_near_as_in_errors_at_run_time() {
        let known = [
            "id", "ID2", "name", "names", "owner", "user_id", "user-id", "limit", "offset", "a", "",
        ];
        for sought in [
            "id",
            "di",
            "ids",
            "nmae",
            "name_",
            "onwer",
            "Owner",
            "userid",
            "usr_id",
            "lmit",
            "x",
            "",
            "off",
            "offsets",
            "nothing_like_it",
        ] {
            let mut near = NearName::new(sought);
            for name in known {
                near = near.consider(name);
            }
            assert_eq!(near.found(), nearest(sought, known), "{sought}");
        }
    }
}
