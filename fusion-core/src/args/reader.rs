//! The reader that the expansion calls: slots first, then one typed read for each.

mod argument;
mod echo;
mod inner_none;
mod listed;
mod notes;
mod whole_input;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use self::argument::{Argument, Readable};
use self::echo::{is_nested, is_short, path};
pub(crate) use self::{inner_none::inner_none, notes::ReaderNotes};
use super::{
    CallArguments, Plan, ReadingRules,
    argument_plans::PlannedArgument,
    walk::{ArgumentWalk, NullHandling, Repair},
};
use crate::error::{Problem, ProblemKind};

/// The checked value of one argument.
#[derive(Debug, Default)]
pub enum Slot {
    /// The value is valid.
    Right(Value),
    /// The argument is omitted.
    #[default]
    Nothing,
    /// The value is invalid, or a required argument is omitted; the problem is recorded.
    Wrong,
}

/// The arguments of one call, before and while they are deserialized.
#[derive(Debug)]
pub struct Args<'p> {
    /// The arguments; `None` after `slots`, because dropping an empty map costs more than a check
    /// for `None`.
    arguments: Option<CallArguments<'p>>,
    contract: &'p ReadingRules<'p>,
    /// The recorded notes, allocated for the first one, because a valid call has none.
    notes: Option<Box<ReaderNotes>>,
}

impl<'p> Args<'p> {
    /// Returns a reader of `arguments` with the rules of their action.
    pub(crate) fn new(arguments: CallArguments<'p>, contract: &'p ReadingRules<'p>) -> Self {
        Self {
            arguments: Some(arguments),
            contract,
            notes: None,
        }
    }

    /// Moves each value into the slot of its name in one pass, and checks it there. It also records
    /// fields that have no slot. An action has as many slots as arguments, in the order of its
    /// rows.
    pub fn slots<const N: usize>(&mut self) -> [Slot; N] {
        let mut slots = [const { Slot::Nothing }; N];
        self.fill(&mut slots);
        slots
    }

    /// Moves each value into its slot, and returns the slots with the notes.
    pub(super) fn into_slots(mut self) -> (Vec<Slot>, Option<Box<ReaderNotes>>) {
        let mut slots = Vec::new();
        slots.resize_with(self.contract.terms.wanted.len(), Slot::default);
        self.fill(&mut slots);
        (slots, self.notes)
    }

    fn fill(&mut self, slots: &mut [Slot]) {
        match self.arguments.take() {
            Some(CallArguments::Sent(sent)) => match sent.take_list() {
                Some(list) => self.fill_from_list(list, slots),
                None => self.fill_from(sent.take_map(), slots),
            },
            Some(CallArguments::Checked(checked)) => {
                self.notes = checked.notes;
                for (slot, checked) in slots.iter_mut().zip(checked.slots) {
                    *slot = checked;
                }
            }
            None => {}
        }
    }

    fn fill_from(&mut self, map: Map<String, Value>, slots: &mut [Slot]) {
        let ReadingRules {
            terms,
            discriminator,
            ..
        } = *self.contract;
        #[cfg(test)]
        super::sent_arguments::forms::count_map();
        if terms.has_validator {
            super::plan::start_call();
        }
        let mut required = 0;
        // Invariant: the last argument that was found stands before `next` in the plans. A map is
        // sorted by its keys, so most keys match the next argument.
        let mut next = 0;
        for (key, value) in map {
            let found = match terms.expected(next, key.as_bytes()) {
                Some(wanted) => Some((wanted, next + 1)),
                None if discriminator == Some(key.as_str()) => continue,
                None => terms.search(key.as_bytes(), next),
            };
            let Some((PlannedArgument { slot, plan, .. }, then)) = found else {
                self.note_unknown(key, value);
                continue;
            };
            next = then;
            required += usize::from(plan.required);
            let sent = if plan.fits(&value) {
                Slot::Right(value)
            } else {
                self.walk(value, plan, *slot)
            };
            if let Some(slot) = slots.get_mut(*slot) {
                *slot = sent;
            }
        }
        self.check_set(required, slots);
    }

    /// Checks the rules for more than one argument. `required` is the number of required ones that were
    /// sent.
    #[inline]
    fn check_set(&mut self, required: usize, slots: &mut [Slot]) {
        let terms = self.contract.terms;
        if !terms.one_of.is_empty() {
            self.one_of(slots);
        }
        if required < terms.required {
            self.note_missing(slots);
        }
        if let Some(whole) = &terms.whole {
            self.check_whole(whole, slots);
        }
    }

    /// Checks that exactly one argument of a `one_of` set is given. `null` counts where it is a value.
    fn one_of(&mut self, slots: &[Slot]) {
        let terms = self.contract.terms;
        let given = |slot: &&usize| match slots.get(**slot) {
            Some(Slot::Right(value)) => !value.is_null() || terms.null_slots.contains(slot),
            Some(Slot::Wrong) => true,
            Some(Slot::Nothing) | None => false,
        };
        let given = terms.one_of_slots.iter().filter(given).count();
        if given != 1 {
            self.note(Problem {
                slot: None,
                path: String::new(),
                kind: ProblemKind::NotOne {
                    names: terms.one_of.clone(),
                    given,
                },
            });
        }
    }

    /// Records the required arguments that were not sent.
    #[cold]
    fn note_missing(&mut self, slots: &mut [Slot]) {
        for PlannedArgument { slot, plan, .. } in &self.contract.terms.wanted {
            if let Some(sent @ Slot::Nothing) = slots.get_mut(*slot).filter(|_| plan.required) {
                *sent = Slot::Wrong;
                self.note(Problem::for_slot(*slot, ProblemKind::Missing));
            }
        }
    }

    /// Records a field that the action does not have.
    #[cold]
    fn note_unknown(&mut self, key: String, value: Value) {
        if self.contract.noise.contains(&key) {
            tracing::debug!(
                field = key,
                "dropped what the client put among the arguments"
            );
        } else {
            let notes = self.notes.get_or_insert_default();
            notes.unknown.push((key, value));
        }
    }

    /// Deserializes a slot. Returns `None` if the value is invalid, and records the problem.
    pub fn read<T: Argument>(&mut self, sent: Slot, slot: usize) -> Option<T> {
        self.read_given(sent, slot)
    }

    /// Deserializes a slot, or evaluates its default if it is omitted.
    pub fn read_or<T: Argument>(
        &mut self,
        sent: Slot,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        self.read_given_or(sent, slot, default)
    }

    /// Deserializes a slot like `read`, for a type whose schema the author wrote.
    pub fn read_given<T: Readable>(&mut self, sent: Slot, slot: usize) -> Option<T> {
        match sent {
            Slot::Right(Value::Null) => self.deserialize_null(slot),
            Slot::Right(value) => self.deserialize(value, slot),
            // Without a default, only an `Option` is optional, and it deserializes `null` as
            // `None`.
            Slot::Nothing => self.deserialize(Value::Null, slot),
            Slot::Wrong => None,
        }
    }

    /// Deserializes a slot like `read_or`, for a type whose schema the author wrote.
    pub fn read_given_or<T: Readable>(
        &mut self,
        sent: Slot,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        match sent {
            Slot::Right(Value::Null) => self.deserialize_null(slot),
            Slot::Right(value) => self.deserialize(value, slot),
            Slot::Nothing => Some(default()),
            Slot::Wrong => None,
        }
    }

    /// Returns the notes: those of arguments in the order of the action, then those of unknown
    /// fields, which are problems unless `is_ignored` accepts their name and value. Returns `None`
    /// for a valid call.
    pub(crate) fn take_notes(
        &mut self,
        is_ignored: &dyn Fn(&str, &Value) -> bool,
    ) -> Option<Box<ReaderNotes>> {
        let mut notes = self.notes.take()?;
        notes.sort(self.contract.terms, is_ignored);
        Some(notes)
    }

    #[cold]
    fn note(&mut self, problem: Problem) {
        let notes = self.notes.get_or_insert_default();
        notes.problems.start_argument();
        notes.problems.push(problem);
    }

    #[cold]
    fn walk(&mut self, mut value: Value, plan: &Plan, slot: usize) -> Slot {
        if plan.is_omitted(&value) {
            return Slot::Nothing;
        }
        if self.contract.repair && plan.is_blank(&value) {
            if !plan.secret {
                let repairs = &mut self.notes.get_or_insert_default().repairs.list;
                repairs.start_argument();
                repairs.push(Repair::blank(slot));
            }
            return Slot::Nothing;
        }
        let place = NullHandling::for_field(plan.required);
        let ReaderNotes {
            problems, repairs, ..
        } = &mut **self.notes.get_or_insert_default();
        let before = problems.count();
        let repair = self.contract.repair;
        let walk = ArgumentWalk::new(slot, plan.secret, repair, problems, repairs);
        let mut walk = walk.with_definitions(plan);
        walk.visit(&mut value, &plan.node, place);
        if problems.count() == before {
            Slot::Right(value)
        } else {
            Slot::Wrong
        }
    }

    fn deserialize<T: DeserializeOwned>(&mut self, value: Value, slot: usize) -> Option<T> {
        if is_nested(&value) {
            return self.deserialize_nested(&value, slot);
        }
        // A type's own error text may repeat the value, so it is dropped if the value is long.
        let sayable = is_short(&value);
        match T::deserialize(value) {
            Ok(read) => Some(read),
            Err(error) => {
                self.reject(slot, String::new(), &error, sayable);
                None
            }
        }
    }

    /// Deserializes a `null` that was sent, and is a value: the inner `None` of an `Option` of an
    /// `Option`.
    #[cold]
    fn deserialize_null<T: DeserializeOwned>(&mut self, slot: usize) -> Option<T> {
        inner_none().or_else(|| self.deserialize(Value::Null, slot))
    }

    /// Deserializes by reference: a copy of a few strings costs less than tracking the path to
    /// each, and an invalid value is deserialized again with its path. It is separate from `deserialize`,
    /// which is instantiated for every type of an argument, mostly scalars.
    #[inline(never)]
    fn deserialize_nested<T: DeserializeOwned>(&mut self, value: &Value, slot: usize) -> Option<T> {
        match T::deserialize(value) {
            Ok(read) => Some(read),
            Err(error) => {
                let path = Self::path_of_error::<T>(value);
                self.reject(slot, path, &error, is_short(value));
                None
            }
        }
    }

    #[cold]
    fn path_of_error<T: DeserializeOwned>(value: &Value) -> String {
        let tracked: Result<T, _> = serde_path_to_error::deserialize(value);
        tracked.map_or_else(|error| path(error.path()), |_| String::new())
    }

    #[cold]
    fn reject(&mut self, slot: usize, path: String, error: &serde_json::Error, sayable: bool) {
        let plan = self.contract.terms.plan(slot);
        let secret = plan.is_some_and(|plan| plan.secret);
        self.note(if secret {
            Problem::inside_secret(slot)
        } else {
            Problem {
                slot: Some(slot),
                path,
                kind: ProblemKind::Rejected {
                    reason: sayable.then(|| reason(error)),
                },
            }
        });
    }
}

/// Returns the text of an error without its place: the text in which it stands is one of ours, such as a key.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(reason) => reason.to_owned(),
        None => text,
    }
}
