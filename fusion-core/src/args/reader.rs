//! The reader that the expansion calls: slots first, then one typed read for each.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Plan,
    problem::{ECHO, Problem, ProblemKind},
};

/// A type that a JSON argument may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an action",
    label = "not readable from JSON, or without a schema",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`",
    note = "something that does not come from JSON is taken by reference: `&Ctx`, `&Ext<T>`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// The arguments of one call, on their way into typed values.
#[derive(Debug)]
pub struct Args<'p> {
    map: Map<String, Value>,
    /// What is in the map and no argument: taking it out would cost more than passing it over.
    discriminator: Option<&'static str>,
    plans: &'p [Plan],
    problems: Vec<Problem>,
}

impl<'p> Args<'p> {
    /// Arguments and how they are checked, one plan for each slot.
    pub(crate) fn new(
        map: Map<String, Value>,
        discriminator: Option<&'static str>,
        plans: &'p [Plan],
    ) -> Self {
        Self {
            map,
            discriminator,
            plans,
            problems: Vec::new(),
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
                None if self.discriminator == Some(key.as_str()) => {}
                None => self.problems.push(Problem::unknown(&key)),
            }
        }
    }

    /// Reads the value of a slot; `None` if it is missing or wrong, which is noted.
    pub fn read<T: Argument>(&mut self, mut value: Option<Value>, slot: usize) -> Option<T> {
        match (self.admit(&mut value, slot), value) {
            (false, _) => None,
            (true, Some(value)) => self.typed(value, slot),
            // Only an `Option` is optional without a default, and `null` is its `None`.
            (true, None) => self.typed(Value::Null, slot),
        }
    }

    /// As `read`, for a type whose schema its author wrote out.
    pub fn read_given<T: DeserializeOwned>(
        &mut self,
        mut value: Option<Value>,
        slot: usize,
    ) -> Option<T> {
        match (self.admit(&mut value, slot), value) {
            (false, _) => None,
            (true, value) => self.typed(value.unwrap_or_default(), slot),
        }
    }

    /// As `read_or`, for a type whose schema its author wrote out.
    pub fn read_given_or<T: DeserializeOwned>(
        &mut self,
        mut value: Option<Value>,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        match (self.admit(&mut value, slot), value) {
            (false, _) => None,
            (true, Some(value)) => self.typed(value, slot),
            (true, None) => Some(default()),
        }
    }

    /// Reads the value of a slot, or makes its default.
    pub fn read_or<T: Argument>(
        &mut self,
        mut value: Option<Value>,
        slot: usize,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        match (self.admit(&mut value, slot), value) {
            (false, _) => None,
            (true, Some(value)) => self.typed(value, slot),
            (true, None) => Some(default()),
        }
    }

    /// What was wrong: the action's own arguments in their order, then what it does not know.
    pub(crate) fn into_problems(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|problem| problem.slot.is_none());
        self.problems
    }

    /// Checks what is in a slot, in place; `None` afterwards is absence. Notes what is wrong.
    fn admit(&mut self, value: &mut Option<Value>, slot: usize) -> bool {
        let Some(plan) = self.plans.get(slot) else {
            return true;
        };
        let Some(sent) = value else {
            if plan.required {
                self.problems.push(Problem::of(slot, ProblemKind::Missing));
            }
            return !plan.required;
        };
        if plan.passes(sent) {
            return true;
        }
        if sent.is_null() && !plan.required && !plan.takes_null() {
            *value = None;
            return true;
        }
        let before = self.problems.len();
        plan.check(sent, slot, &mut self.problems);
        self.problems.len() == before
    }

    fn typed<T: DeserializeOwned>(&mut self, value: Value, slot: usize) -> Option<T> {
        // A type's own error text may repeat what was sent: not if that is long.
        let sayable = is_short(&value);
        let read = if is_nested(&value) {
            serde_path_to_error::deserialize(value)
                .map_err(|error| (path(error.path()), error.into_inner()))
        } else {
            T::deserialize(value).map_err(|error| (String::new(), error))
        };
        read.map_err(|(path, error)| {
            let reason = sayable.then(|| error.to_string());
            self.reject(slot, path, reason);
        })
        .ok()
    }

    #[cold]
    fn reject(&mut self, slot: usize, path: String, reason: Option<String>) {
        let secret = self.plans.get(slot).is_some_and(|plan| plan.secret);
        self.problems.push(Problem {
            slot: Some(slot),
            path,
            kind: ProblemKind::Rejected {
                reason: reason.filter(|_| !secret),
            },
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
