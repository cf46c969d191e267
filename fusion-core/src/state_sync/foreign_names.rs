//! Bounded cache of lookups by names that a foreign server chose.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use super::ActionSync;

/// Greatest number of cached names.
const REMEMBERED: usize = 256;

/// Bounded cache of lookups by names that a foreign server chose.
#[derive(Debug, Default)]
pub(super) struct ForeignNames {
    found: HashMap<Box<str>, Arc<ActionSync>>,
    // Invariant: `order` has each key of `found` once.
    order: VecDeque<Box<str>>,
}

impl ForeignNames {
    pub(super) fn name(
        &mut self,
        name: &str,
        find: impl FnOnce() -> ActionSync,
    ) -> Arc<ActionSync> {
        if let Some(found) = self.found.get(name) {
            return Arc::clone(found);
        }
        if self.order.len() >= REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.found.remove(&oldest);
        }
        let found = Arc::new(find());
        self.order.push_back(name.into());
        self.found.insert(name.into(), Arc::clone(&found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_name_goes_first_and_no_more_are_kept() {
        let (mut remembered, mut asked) = (ForeignNames::default(), 0);
        let mut ask = |remembered: &mut ForeignNames, name: &str| {
            remembered.name(name, || {
                asked += 1;
                ActionSync::default()
            });
        };
        for index in 0..REMEMBERED {
            ask(&mut remembered, &format!("t{index}"));
        }
        ask(&mut remembered, "t0");
        ask(&mut remembered, "one more");
        ask(&mut remembered, "t1");
        ask(&mut remembered, "t0");
        assert_eq!(asked, REMEMBERED + 2);
        assert_eq!(remembered.found.len(), REMEMBERED);
        assert_eq!(remembered.order.len(), REMEMBERED);
    }
}
