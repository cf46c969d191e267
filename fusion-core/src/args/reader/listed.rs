//! The reader of arguments that are a list.

use super::{Args, ReadingRules, Slot};
use crate::args::sent_arguments::{ArgumentEntries, ArgumentPlace};

impl Args<'_> {
    /// Moves each value into its slot if all of them are valid as they are. Otherwise the reader of maps
    /// records what is wrong or repaired, in the order of the names.
    pub(super) fn fill_from_list(&mut self, mut list: ArgumentEntries, slots: &mut [Slot]) {
        let ReadingRules {
            terms,
            discriminator,
            ..
        } = *self.contract;
        let (mut required, mut next) = (0, 0);
        // A validator has a budget for the whole call, so that the order of its checks matters.
        let is_valid = !terms.has_validator
            && list.place(|name, value| {
                let found = match terms.expected(next, name) {
                    Some(argument) => Some((argument, next + 1)),
                    None if discriminator.map(str::as_bytes) == Some(name) => {
                        return Some(ArgumentPlace::Nowhere);
                    }
                    None => terms.search(name, next),
                };
                let (argument, then) = found?;
                next = then;
                required += usize::from(argument.plan.required);
                if argument.plan.fits(value) {
                    Some(ArgumentPlace::Slot(argument.slot))
                } else {
                    argument
                        .plan
                        .is_omitted(value)
                        .then_some(ArgumentPlace::Nowhere)
                }
            });
        if !is_valid {
            return self.fill_from(list.into_map(), slots);
        }
        #[cfg(test)]
        crate::args::sent_arguments::forms::count_list();
        for (slot, value) in list.into_placed() {
            if let Some(slot) = slots.get_mut(slot) {
                *slot = Slot::Right(value);
            }
        }
        self.check_set(required, slots);
    }
}
