//! The rules for the arguments of one action: the plans that `build()` compiles, and the settings
//! of a call.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::{Plan, SentArguments, given_input::WholeInput, walk::to_integer};

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
    /// The slots of arguments for which `null` is a value, and not an omission.
    pub(super) null_slots: Vec<usize>,
    /// `true` if the validator checks values of any argument.
    pub(super) has_validator: bool,
    /// The other names of arguments, each with the published name.
    pub(super) aliases: Vec<(&'static str, &'static str)>,
    /// The rules for the arguments as a whole, of an input schema that an author wrote.
    pub(super) whole: Option<WholeInput>,
    /// The arguments in words, rendered for the first error.
    pub(super) words: OnceLock<Box<str>>,
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
            null_slots: Vec::new(),
            aliases: Vec::new(),
            whole: None,
            words: OnceLock::new(),
        }
    }

    /// Sets the slots of arguments for which `null` is a value.
    pub(crate) fn with_null_slots(mut self, slots: Vec<usize>) -> Self {
        self.null_slots = slots;
        self
    }

    /// Returns the arguments in words. `render` is called once.
    pub(crate) fn in_words(&self, render: impl FnOnce() -> String) -> &str {
        self.words.get_or_init(|| render().into())
    }

    /// Adds the other names of arguments, each with the published name.
    pub(crate) fn with_aliases(mut self, aliases: Vec<(&'static str, &'static str)>) -> Self {
        self.aliases = aliases;
        self
    }

    /// Replaces the other names of arguments by the published ones, and removes a `null` that omits the
    /// argument. An argument whose published name is given as well stays under the other name, and the
    /// reader refuses it.
    ///
    /// A client may also send the other name as a field of another action. `is_ignored` decides about its
    /// value; such a field stays, and the reader ignores it, if the client sent the published name, too.
    #[inline]
    pub(crate) fn replace_aliases(
        &self,
        arguments: &mut SentArguments,
        is_ignored: &dyn Fn(&str, &Value) -> bool,
    ) {
        let is_given = |(alias, _): &(&str, &str)| arguments.get(alias).is_some();
        if self.aliases.iter().any(is_given) {
            self.replace_given_aliases(arguments.map(), is_ignored);
        }
    }

    fn replace_given_aliases(
        &self,
        arguments: &mut Map<String, Value>,
        is_ignored: &dyn Fn(&str, &Value) -> bool,
    ) {
        for (alias, name) in &self.aliases {
            let Some(value) = arguments.get(*alias) else {
                continue;
            };
            let own = arguments.get(*name);
            if (own.is_some() || value.is_null()) && is_ignored(alias, value) {
                continue;
            }
            let argument = self.wanted.iter().find(|one| one.name == *name);
            let omits = |value: &Value| {
                value.is_null() && argument.is_none_or(|one| !one.plan.takes_null())
            };
            if omits(value) || own.is_some() && value.is_null() {
                arguments.remove(*alias);
            } else if own.is_none_or(omits)
                && let Some(value) = arguments.remove(*alias)
            {
                arguments.insert((*name).to_owned(), value);
            }
        }
    }

    /// Returns the argument that has another name `key`, after that name.
    pub(super) fn find_alias(&self, key: &str) -> Option<(&'static str, &PlannedArgument)> {
        let (alias, name) = self.aliases.iter().find(|(alias, _)| *alias == key)?;
        let argument = self.wanted.iter().find(|one| one.name == *name)?;
        Some((alias, argument))
    }

    /// Returns `true` if the validator checks values of any argument.
    #[inline]
    pub(crate) fn has_validator(&self) -> bool {
        self.has_validator
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

    /// Returns `false` for a text that is read as another kind of value, in a notation that is not the
    /// shortest one: `1.0` or `1e0` for 1. A text that cannot be read at all is no such notation.
    pub(crate) fn is_canonical(&self, name: &str, value: &Value) -> bool {
        let wanted = self.wanted.iter().find(|one| one.has_name(name.as_bytes()));
        match (wanted, value) {
            (Some(one), Value::String(text)) if !one.plan.takes_text() => is_canonical(text),
            _ => true,
        }
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

impl ReadingRules<'_> {
    /// Returns `true` if the reader drops an argument: the discriminator, a name that clients add, a value that omits
    /// its argument, and a field that the action does not have if `is_ignored` accepts it.
    #[cfg(feature = "ask")]
    pub(crate) fn drops(
        &self,
        name: &str,
        value: &Value,
        is_ignored: &dyn Fn(&str, &Value) -> bool,
    ) -> bool {
        match self.terms.wanted.iter().find(|one| one.name == name) {
            Some(PlannedArgument { plan, .. }) => {
                plan.is_omitted(value) || (self.repair && plan.is_blank(value))
            }
            None => {
                self.discriminator == Some(name)
                    || self.noise.iter().any(|noise| noise == name)
                    || is_ignored(name, value)
            }
        }
    }
}

fn is_canonical(text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Number(number)) if to_integer(&number).is_some() => false,
        Ok(value) => {
            let shortest = value.to_string();
            shortest == text
        }
        Err(_) => true,
    }
}
