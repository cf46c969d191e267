//! What the arguments of one action are held to: what `build()` knows of it, and what a call adds.

use serde_json::Value;

use super::Plan;

/// What is known of the arguments of one action before the first call.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArgumentPlans {
    /// The arguments in the order of their names, which is that of a map.
    pub(super) wanted: Vec<PlannedArgument>,
    /// How many of them are required.
    pub(super) required: usize,
    /// The names of the arguments of which exactly one must be given.
    pub(crate) one_of: &'static [&'static str],
    /// The slots of those.
    pub(crate) one_of_slots: Vec<usize>,
}

/// One argument: all that a call needs of it, in one place.
#[derive(Clone, Debug)]
pub(super) struct PlannedArgument {
    pub(super) name: &'static str,
    pub(super) slot: usize,
    pub(super) plan: Plan,
}

impl ArgumentPlans {
    /// The terms of arguments with these names, in the order of their slots, each with its plan.
    pub(crate) fn new(
        names: &[&'static str],
        plans: Vec<Plan>,
        one_of: &'static [&'static str],
    ) -> Self {
        let wanted = names.iter().zip(plans).enumerate();
        let mut wanted: Vec<_> = wanted
            .map(|(slot, (&name, plan))| PlannedArgument { name, slot, plan })
            .collect();
        wanted.sort_by_key(|one| one.name);
        let slot = |name: &&str| names.iter().position(|known| known == name);
        Self {
            required: wanted.iter().filter(|one| one.plan.required).count(),
            wanted,
            one_of,
            one_of_slots: one_of.iter().filter_map(slot).collect(),
        }
    }

    /// The plan of a slot.
    pub(crate) fn plan(&self, slot: usize) -> Option<&Plan> {
        let wanted = self.wanted.iter().find(|one| one.slot == slot)?;
        Some(&wanted.plan)
    }

    /// Whether a slot takes a value as it is.
    pub(crate) fn fits(&self, slot: usize, value: &Value) -> bool {
        self.plan(slot).is_some_and(|plan| plan.fits(value))
    }

    /// The argument of `key` if it is the next one.
    #[inline]
    pub(super) fn expected(&self, next: usize, key: &str) -> Option<&PlannedArgument> {
        self.wanted.get(next).filter(|one| one.is(key))
    }

    /// The argument of `key`, and where to expect the one after it: behind `next`, where arguments
    /// are left out, or anywhere, where a map keeps the order in which it was sent.
    pub(super) fn search(&self, key: &str, next: usize) -> Option<(&PlannedArgument, usize)> {
        let mut ahead = self.wanted.iter().enumerate().skip(next);
        if let Some((place, wanted)) = ahead.find(|(_, one)| one.is(key)) {
            return Some((wanted, place + 1));
        }
        let wanted = self.wanted.iter().find(|one| one.is(key))?;
        Some((wanted, next))
    }
}

impl PlannedArgument {
    /// Most names of one length differ in their first letter, and to see that needs no call.
    #[inline]
    fn is(&self, key: &str) -> bool {
        let name = self.name;
        name.len() == key.len() && name.as_bytes().first() == key.as_bytes().first() && name == key
    }
}

/// What the arguments of one call are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadingRules<'p> {
    pub(crate) terms: &'p ArgumentPlans,
    /// What is in the map and no argument: taking it out would cost more than passing it over.
    pub(crate) discriminator: Option<&'static str>,
    /// What clients put among the arguments: dropped.
    pub(crate) noise: &'p [String],
    /// Whether values of the wrong kind are repaired where that loses nothing.
    pub(crate) repair: bool,
}
