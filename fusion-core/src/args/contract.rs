//! What the arguments of one action are held to: what `build()` knows of it, and what a call adds.

use serde_json::Value;

use super::Plan;

/// What is known of the arguments of one action before the first call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// One plan for each slot.
    pub(crate) plans: Vec<Plan>,
    /// The slots in the order of their names, which is that of a map.
    pub(crate) order: Vec<usize>,
    /// The names of the arguments of which exactly one must be given.
    pub(crate) one_of: &'static [&'static str],
    /// The slots of those.
    pub(crate) one_of_slots: Vec<usize>,
}

impl Terms {
    /// The terms of arguments with these names, in the order of their slots, each with its plan.
    pub(crate) fn new(
        names: &[&'static str],
        plans: Vec<Plan>,
        one_of: &'static [&'static str],
    ) -> Self {
        let mut order: Vec<_> = (0..names.len()).collect();
        order.sort_by_key(|&slot| names.get(slot));
        let slot = |name: &&str| names.iter().position(|known| known == name);
        Self {
            plans,
            order,
            one_of,
            one_of_slots: one_of.iter().filter_map(slot).collect(),
        }
    }

    /// Whether a slot takes a value as it is.
    pub(crate) fn fits(&self, slot: usize, value: &Value) -> bool {
        self.plans.get(slot).is_some_and(|plan| plan.fits(value))
    }
}

/// What the arguments of one call are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contract<'p> {
    pub(crate) terms: &'p Terms,
    /// What is in the map and no argument: taking it out would cost more than passing it over.
    pub(crate) discriminator: Option<&'static str>,
    /// What clients put among the arguments: dropped.
    pub(crate) noise: &'p [String],
    /// Whether values of the wrong kind are repaired where that loses nothing.
    pub(crate) repair: bool,
}
