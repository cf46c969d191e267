//! The reader that the expansion calls: slots first, then one typed read for each.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Plan,
    problem::{ECHO, Problem, ProblemKind},
    walk::{Place, Repair, Walk},
};

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

/// What the arguments of one action are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contract<'p> {
    /// One plan for each slot.
    pub(crate) plans: &'p [Plan],
    /// Arguments of which exactly one must be given: their names, and where those are.
    pub(crate) one_of: (&'static [&'static str], &'p [usize]),
    /// What is in the map and no argument: taking it out would cost more than passing it over.
    pub(crate) discriminator: Option<&'static str>,
    /// What clients put among the arguments: dropped.
    pub(crate) noise: &'p [String],
    /// Whether values of the wrong kind are repaired where that loses nothing.
    pub(crate) repair: bool,
}

/// What the checked value of a slot is.
enum Sent {
    /// As its plan wants it.
    Right(Value),
    /// Not there.
    Nothing,
    /// Noted.
    Wrong,
}

/// The arguments of one call, on their way into typed values.
#[derive(Debug)]
pub struct Args<'p> {
    map: Map<String, Value>,
    contract: Contract<'p>,
    /// Made for the first note: a good call has none.
    notes: Option<Box<Notes>>,
}

/// What is noted on the way.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// What is wrong.
    pub(crate) problems: Vec<Problem>,
    /// What was sent as another kind than it was read as.
    pub(crate) repairs: Vec<Repair>,
}

impl<'p> Args<'p> {
    /// Arguments and what they are held to.
    pub(crate) fn new(map: Map<String, Value>, contract: Contract<'p>) -> Self {
        Self {
            map,
            contract,
            notes: None,
        }
    }

    /// Moves each value into the slot of its name, in one pass; what has no slot is noted.
    pub fn slots<const N: usize>(&mut self, names: &[&'static str; N]) -> [Option<Value>; N] {
        let mut slots = [const { None }; N];
        self.fill(names, &mut slots);
        slots
    }

    fn fill(&mut self, names: &[&'static str], slots: &mut [Option<Value>]) {
        for (key, value) in std::mem::take(&mut self.map) {
            match names.iter().position(|name| same(name, &key)) {
                Some(index) => slots[index] = Some(value),
                None if self.contract.discriminator == Some(key.as_str()) => {}
                None => self.stray(&key),
            }
        }
        if !self.contract.one_of.0.is_empty() {
            self.exactly_one(slots);
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

    fn exactly_one(&mut self, slots: &[Option<Value>]) {
        let (names, places) = self.contract.one_of;
        let given = |place: &&usize| {
            let value = slots.get(**place).and_then(Option::as_ref);
            value.is_some_and(|value| !value.is_null())
        };
        if places.iter().filter(given).count() != 1 {
            self.note(Problem {
                slot: None,
                path: String::new(),
                kind: ProblemKind::NotOne { names },
            });
        }
    }

    /// Reads the value of a slot; `None` if it is missing or wrong, which is noted.
    pub fn read<T: Argument>(&mut self, value: Option<Value>, slot: usize) -> Option<T> {
        self.read_given(value, slot)
    }

    /// Reads the value of a slot, or makes its default.
    pub fn read_or<T: Argument>(
        &mut self,
        value: Option<Value>,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        self.read_given_or(value, slot, default)
    }

    /// As `read`, for a type whose schema its author wrote out.
    pub fn read_given<T: Readable>(&mut self, value: Option<Value>, slot: usize) -> Option<T> {
        match self.admit(value, slot) {
            Sent::Right(value) => self.typed(value, slot),
            // Only an `Option` is optional without a default, and `null` is its `None`.
            Sent::Nothing => self.typed(Value::Null, slot),
            Sent::Wrong => None,
        }
    }

    /// As `read_or`, for a type whose schema its author wrote out.
    pub fn read_given_or<T: Readable>(
        &mut self,
        value: Option<Value>,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        match self.admit(value, slot) {
            Sent::Right(value) => self.typed(value, slot),
            Sent::Nothing => Some(default()),
            Sent::Wrong => None,
        }
    }

    /// What was noted: the problems of the action's own arguments in their order, then of what it
    /// does not know. `None` for a good call.
    pub(crate) fn into_notes(self) -> Option<Box<Notes>> {
        let mut notes = self.notes?;
        notes.problems.sort_by_key(|problem| problem.slot.is_none());
        Some(notes)
    }

    #[cold]
    fn note(&mut self, problem: Problem) {
        let notes = self.notes.get_or_insert_default();
        notes.problems.push(problem);
    }

    /// Checks what is in a slot; what is wrong is noted.
    fn admit(&mut self, value: Option<Value>, slot: usize) -> Sent {
        let Some(plan) = self.contract.plans.get(slot) else {
            return value.map_or(Sent::Nothing, Sent::Right);
        };
        match value {
            Some(sent) if plan.fits(&sent) => Sent::Right(sent),
            Some(sent) => self.walk(sent, plan, slot),
            None if plan.required => {
                self.note(Problem::of(slot, ProblemKind::Missing));
                Sent::Wrong
            }
            None => Sent::Nothing,
        }
    }

    #[cold]
    fn walk(&mut self, mut sent: Value, plan: &Plan, slot: usize) -> Sent {
        if sent.is_null() && !plan.required && !plan.takes_null() {
            return Sent::Nothing;
        }
        let place = Place::of(plan.required);
        let Notes { problems, repairs } = &mut **self.notes.get_or_insert_default();
        let before = problems.len();
        let repair = self.contract.repair;
        let mut walk = Walk::new(slot, plan.secret, repair, problems, repairs);
        walk.visit(&mut sent, &plan.node, place);
        if problems.len() == before {
            Sent::Right(sent)
        } else {
            Sent::Wrong
        }
    }

    fn typed<T: DeserializeOwned>(&mut self, value: Value, slot: usize) -> Option<T> {
        // A type's own error text may repeat what was sent: not if that is long.
        let (sayable, nested) = match &value {
            Value::String(text) => (text.len() <= ECHO, false),
            Value::Array(_) | Value::Object(_) => (is_short(&value), is_nested(&value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => (true, false),
        };
        let read = if nested {
            serde_path_to_error::deserialize(value)
                .map_err(|error| (path(error.path()), error.into_inner()))
        } else {
            T::deserialize(value).map_err(|error| (String::new(), error))
        };
        match read {
            Ok(read) => Some(read),
            Err((path, error)) => {
                let reason = sayable.then(|| error.to_string());
                self.reject(slot, path, reason);
                None
            }
        }
    }

    #[cold]
    fn reject(&mut self, slot: usize, path: String, reason: Option<String>) {
        let secret = self
            .contract
            .plans
            .get(slot)
            .is_some_and(|plan| plan.secret);
        self.note(if secret {
            Problem::hidden(slot)
        } else {
            Problem {
                slot: Some(slot),
                path,
                kind: ProblemKind::Rejected { reason },
            }
        });
    }
}

/// Most names of one length differ in their first letter, and to see that needs no call.
fn same(name: &str, key: &str) -> bool {
    name.len() == key.len() && name.as_bytes().first() == key.as_bytes().first() && name == key
}

/// Whether an error needs a path to be understood. It costs an allocation for each key, so a list
/// of scalars goes without.
fn is_nested(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(values) => values
            .first()
            .is_some_and(|first| first.is_object() || first.is_array()),
        _ => false,
    }
}

/// Whether a type's own error text may repeat any string in this.
fn is_short(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= ECHO,
        Value::Array(values) => values.iter().all(is_short),
        Value::Object(map) => map
            .iter()
            .all(|(key, value)| key.len() <= ECHO && is_short(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

fn path(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;

    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("[{index}]"),
            other => format!(".{other}"),
        })
        .collect()
}
