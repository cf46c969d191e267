//! The rules for the arguments of one action: the plans that `build()` compiles, and the settings
//! of a call.

use serde_json::{Map, Value};

use super::{Plan, SentArguments, given_input::WholeInput};

/// The compiled plans of the arguments of one action.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArgumentPlans {
    /// The arguments, sorted by name like the entries of a map.
    pub(super) wanted: Vec<PlannedArgument>,
    /// The number of required arguments.
    pub(super) required: usize,
    /// The published names of the arguments of which exactly one must be given.
    pub(crate) one_of: Vec<&'static str>,
    /// The slots of the `one_of` arguments.
    pub(crate) one_of_slots: Vec<usize>,
    /// `true` if the validator checks values of any argument.
    pub(super) has_validator: bool,
    /// The other names of arguments, each with the published name.
    pub(super) aliases: Vec<(&'static str, &'static str)>,
    /// The rules for the arguments as a whole, of an input schema that an author wrote.
    pub(super) whole: Option<WholeInput>,
}

/// One argument with everything that a call needs, stored together for locality.
#[derive(Clone, Debug)]
pub(super) struct PlannedArgument {
    pub(super) name: &'static str,
    pub(super) slot: usize,
    pub(super) plan: Plan,
}

impl ArgumentPlans {
    /// Returns the plans of arguments with these names, in the order of their slots.
    pub(crate) fn new(names: &[&'static str], plans: Vec<Plan>, one_of: Vec<&'static str>) -> Self {
        let wanted = names.iter().zip(plans).enumerate();
        let mut wanted: Vec<_> = wanted
            .map(|(slot, (&name, plan))| PlannedArgument { name, slot, plan })
            .collect();
        wanted.sort_by_key(|one| one.name);
        let slot = |name: &&str| names.iter().position(|known| known == name);
        Self {
            required: wanted.iter().filter(|one| one.plan.required).count(),
            has_validator: wanted.iter().any(|one| one.plan.has_validator()),
            wanted,
            one_of_slots: one_of.iter().filter_map(slot).collect(),
            one_of,
            aliases: Vec::new(),
            whole: None,
        }
    }

    /// Adds the other names of arguments, each with the published name.
    pub(crate) fn with_aliases(mut self, aliases: Vec<(&'static str, &'static str)>) -> Self {
        self.aliases = aliases;
        self
    }

    /// Replaces the other names of arguments by the published ones. An argument whose published name is
    /// given as well stays under the other name, and the reader refuses it.
    #[inline]
    pub(crate) fn replace_aliases(&self, arguments: &mut SentArguments) {
        let is_given = |(alias, _): &(&str, &str)| arguments.get(alias).is_some();
        if self.aliases.iter().any(is_given) {
            self.replace_given_aliases(arguments.map());
        }
    }

    fn replace_given_aliases(&self, arguments: &mut Map<String, Value>) {
        for (alias, name) in &self.aliases {
            if arguments.contains_key(*alias)
                && !arguments.contains_key(*name)
                && let Some(value) = arguments.remove(*alias)
            {
                arguments.insert((*name).to_owned(), value);
            }
        }
    }

    /// Returns the argument that has another name `key`.
    pub(super) fn find_alias(&self, key: &str) -> Option<&PlannedArgument> {
        let (_, name) = self.aliases.iter().find(|(alias, _)| *alias == key)?;
        self.wanted.iter().find(|one| one.name == *name)
    }

    /// Returns the plan of a slot.
    pub(crate) fn plan(&self, slot: usize) -> Option<&Plan> {
        let wanted = self.wanted.iter().find(|one| one.slot == slot)?;
        Some(&wanted.plan)
    }

    /// Returns `true` if a slot must be filled.
    pub(crate) fn is_required(&self, slot: usize) -> bool {
        self.plan(slot).is_some_and(|plan| plan.required)
    }

    /// Returns `true` if a value is the empty string, and stands for the omission of an argument.
    pub(crate) fn is_blank(&self, name: &str, value: &Value) -> bool {
        let wanted = self.wanted.iter().find(|one| one.name == name);
        wanted.is_some_and(|one| one.plan.is_blank(value))
    }

    /// Returns the argument at index `next` if its name is `key`.
    #[inline]
    pub(super) fn expected(&self, next: usize, key: &[u8]) -> Option<&PlannedArgument> {
        self.wanted.get(next).filter(|one| one.has_name(key))
    }

    /// Returns the argument with the name `key`, and the index after it. The search starts after
    /// `next`, for omitted arguments, and then covers all, for maps that keep the order of the
    /// client.
    pub(super) fn search(&self, key: &[u8], next: usize) -> Option<(&PlannedArgument, usize)> {
        let mut ahead = self.wanted.iter().enumerate().skip(next);
        if let Some((place, wanted)) = ahead.find(|(_, one)| one.has_name(key)) {
            return Some((wanted, place + 1));
        }
        let wanted = self.wanted.iter().find(|one| one.has_name(key))?;
        Some((wanted, next))
    }
}

impl PlannedArgument {
    /// The first letter is compared inline, because most names of one length differ there and the
    /// comparison then needs no call.
    #[inline]
    fn has_name(&self, key: &[u8]) -> bool {
        let name = self.name.as_bytes();
        name.len() == key.len() && name.first() == key.first() && name == key
    }
}

/// The rules for the arguments of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadingRules<'p> {
    pub(crate) terms: &'p ArgumentPlans,
    /// The name of the discriminator, which stays in the map: removing it costs more than skipping
    /// it.
    pub(crate) discriminator: Option<&'static str>,
    /// The names that clients add to the arguments, which the reader drops.
    pub(crate) noise: &'p [String],
    /// `true` if values of the wrong kind are repaired where the conversion is lossless, and if an
    /// empty string that a schema refuses omits an optional argument.
    pub(crate) repair: bool,
}
