//! The nearest name, computed in a constant, for the messages of compile errors.

use crate::error::{MAX_NAME, ShortName, max_differences};

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
        let distance = ShortName::ascii(sought).distance(&ShortName::ascii(bytes));
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
