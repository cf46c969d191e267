//! The reader that the expansion calls: slots first, then one typed read for each.

mod echo;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use self::echo::{is_nested, is_short, path};
use super::{
    Plan, ReadingRules,
    contract::PlannedArgument,
    walk::{ArgumentWalk, NullHandling, Repair},
};
use crate::error::{Problem, ProblemKind};

/// A type that a JSON argument may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an action",
    label = "not readable from JSON, or without a schema",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`",
    note = "a struct under `#[derive(Fields)]` is taken apart by `#[arg(flatten)]`",
    note = "something that does not come from JSON is taken by reference: `&Ctx`, `&Ext<T>`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// A type that a JSON argument may have whose schema is written out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an action",
    label = "not readable from JSON",
    note = "its schema is given, but not how it is read: derive `serde::Deserialize`",
    note = "something that does not come from JSON is taken by reference: `&Ctx`, `&Ext<T>`"
)]
pub trait Readable: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> Readable for T {}

/// What was sent for one argument, checked.
#[derive(Debug, Default)]
pub enum Slot {
    /// A value as its plan wants it.
    Right(Value),
    /// Nothing.
    #[default]
    Nothing,
    /// Something wrong, or nothing where something is required; it is noted.
    Wrong,
}

/// The arguments of one call, on their way into typed values.
#[derive(Debug)]
pub struct Args<'p> {
    /// `None` once it is taken apart: to drop an empty map costs more than to see that there is none.
    map: Option<Map<String, Value>>,
    contract: ReadingRules<'p>,
    /// Made for the first note: a good call has none.
    notes: Option<Box<ReaderNotes>>,
}

/// What is noted on the way.
#[derive(Debug, Default)]
pub(crate) struct ReaderNotes {
    /// What is wrong.
    pub(crate) problems: Vec<Problem>,
    /// What was sent as another kind than it was read as.
    pub(crate) repairs: Vec<Repair>,
}

impl<'p> Args<'p> {
    /// Arguments and what they are held to.
    pub(crate) fn new(map: Map<String, Value>, contract: ReadingRules<'p>) -> Self {
        Self {
            map: Some(map),
            contract,
            notes: None,
        }
    }

    /// Moves each value into the slot of its name, in one pass, and checks it there; what has no
    /// slot is noted, too. An action has as many slots as arguments, in the order of its rows.
    pub fn slots<const N: usize>(&mut self) -> [Slot; N] {
        let mut slots = [const { Slot::Nothing }; N];
        self.fill(&mut slots);
        slots
    }

    fn fill(&mut self, slots: &mut [Slot]) {
        let ReadingRules {
            terms,
            discriminator,
            ..
        } = self.contract;
        let mut required = 0;
        // Invariant: what was found last stands before this in the terms. A map is sorted by its
        // keys, so most of them are the next one.
        let mut next = 0;
        for (key, value) in self.map.take().unwrap_or_default() {
            let found = match terms.expected(next, &key) {
                Some(wanted) => Some((wanted, next + 1)),
                None if discriminator == Some(key.as_str()) => continue,
                None => terms.search(&key, next),
            };
            let Some((PlannedArgument { slot, plan, .. }, then)) = found else {
                self.stray(&key);
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
        if !terms.one_of.is_empty() {
            self.one_of(slots);
        }
        if required < terms.required {
            self.missing(slots);
        }
    }

    /// Of some arguments exactly one is to be given, and `null` is none.
    fn one_of(&mut self, slots: &[Slot]) {
        let terms = self.contract.terms;
        let given = |slot: &&usize| match slots.get(**slot) {
            Some(Slot::Right(value)) => !value.is_null(),
            Some(Slot::Wrong) => true,
            Some(Slot::Nothing) | None => false,
        };
        if terms.one_of_slots.iter().filter(given).count() != 1 {
            self.note(Problem {
                slot: None,
                path: String::new(),
                kind: ProblemKind::NotOne {
                    names: terms.one_of,
                },
            });
        }
    }

    /// Notes the required arguments that were not sent.
    #[cold]
    fn missing(&mut self, slots: &mut [Slot]) {
        for PlannedArgument { slot, plan, .. } in &self.contract.terms.wanted {
            if let Some(sent @ Slot::Nothing) = slots.get_mut(*slot).filter(|_| plan.required) {
                *sent = Slot::Wrong;
                self.note(Problem::of(*slot, ProblemKind::Missing));
            }
        }
    }

    /// A field that the action does not have.
    #[cold]
    fn stray(&mut self, key: &str) {
        if self.contract.noise.iter().any(|noise| noise == key) {
            tracing::debug!(
                field = key,
                "dropped what the client put among the arguments"
            );
        } else {
            self.note(Problem::unknown(key));
        }
    }

    /// Reads a slot; `None` if what is in it is wrong, which is noted.
    pub fn read<T: Argument>(&mut self, sent: Slot, slot: usize) -> Option<T> {
        self.read_given(sent, slot)
    }

    /// Reads a slot, or makes its default.
    pub fn read_or<T: Argument>(
        &mut self,
        sent: Slot,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        self.read_given_or(sent, slot, default)
    }

    /// As `read`, for a type whose schema its author wrote out.
    pub fn read_given<T: Readable>(&mut self, sent: Slot, slot: usize) -> Option<T> {
        match sent {
            Slot::Right(value) => self.typed(value, slot),
            // Only an `Option` is optional without a default, and `null` is its `None`.
            Slot::Nothing => self.typed(Value::Null, slot),
            Slot::Wrong => None,
        }
    }

    /// As `read_or`, for a type whose schema its author wrote out.
    pub fn read_given_or<T: Readable>(
        &mut self,
        sent: Slot,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        match sent {
            Slot::Right(value) => self.typed(value, slot),
            Slot::Nothing => Some(default()),
            Slot::Wrong => None,
        }
    }

    /// What was noted, in the order of the action's arguments; then of what it does not know. `None`
    /// for a good call.
    pub(crate) fn into_notes(self) -> Option<Box<ReaderNotes>> {
        let mut notes = self.notes?;
        let problems = &mut notes.problems;
        problems.sort_by_key(|problem| problem.slot.unwrap_or(usize::MAX));
        notes.repairs.sort_by_key(|repair| repair.slot);
        Some(notes)
    }

    #[cold]
    fn note(&mut self, problem: Problem) {
        let notes = self.notes.get_or_insert_default();
        notes.problems.push(problem);
    }

    #[cold]
    fn walk(&mut self, mut value: Value, plan: &Plan, slot: usize) -> Slot {
        if value.is_null() && !plan.required && !plan.takes_null() {
            return Slot::Nothing;
        }
        let place = NullHandling::of(plan.required);
        let ReaderNotes { problems, repairs } = &mut **self.notes.get_or_insert_default();
        let before = problems.len();
        let repair = self.contract.repair;
        let mut walk = ArgumentWalk::new(slot, plan.secret, repair, problems, repairs);
        walk.visit(&mut value, &plan.node, place);
        if problems.len() == before {
            Slot::Right(value)
        } else {
            Slot::Wrong
        }
    }

    fn typed<T: DeserializeOwned>(&mut self, value: Value, slot: usize) -> Option<T> {
        if is_nested(&value) {
            return self.nested(&value, slot);
        }
        // A type's own error text may repeat what was sent: not if that is long.
        let sayable = is_short(&value);
        match T::deserialize(value) {
            Ok(read) => Some(read),
            Err(error) => {
                self.reject(slot, String::new(), &error, sayable);
                None
            }
        }
    }

    /// By reference: to copy a few strings costs less than to know all the way where one is, and
    /// what is wrong can be read once more, with its path. Not a part of `typed`, which is made for
    /// every type of an argument and mostly for a scalar.
    #[inline(never)]
    fn nested<T: DeserializeOwned>(&mut self, value: &Value, slot: usize) -> Option<T> {
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
            Problem::hidden(slot)
        } else {
            Problem {
                slot: Some(slot),
                path,
                kind: ProblemKind::Rejected {
                    reason: sayable.then(|| error.to_string()),
                },
            }
        });
    }
}
