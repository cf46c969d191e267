//! Locked items: the schema of their arguments, random changes, and the arguments that they accept.

use std::{cell::Cell, collections::BTreeSet};

use fusion_core::lock::{ChangeClass, Diff, Lock, LockedArgument, LockedItem};
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRunner},
};
use serde_json::{Map, Value, json};

use super::{
    Oracle,
    schemas::{Tape, change, near, schema},
};

/// Returns the number of cases of a test: `LOCK_CASES`, or 500.
pub fn lock_cases() -> u32 {
    let cases = std::env::var("LOCK_CASES").ok();
    cases.and_then(|cases| cases.parse().ok()).unwrap_or(500)
}

/// Runs `check` on as many strings of random bytes. A failure is told by a small one.
pub fn on_tapes(cases: u32, length: usize, check: impl Fn(&[u8]) -> Result<(), String>) {
    let config = Config {
        cases,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::XorShift,
        max_shrink_iters: 5_000,
        ..Config::default()
    };
    let bytes = vec(any::<u8>(), length);
    let checked = |bytes: Vec<u8>| check(&bytes).map_err(TestCaseError::fail);
    TestRunner::new(config)
        .run(&bytes, checked)
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Returns `true` if no change is breaking or a risk.
pub fn is_safe(diff: &Diff) -> bool {
    !diff.denied(&[ChangeClass::Breaking, ChangeClass::Risk])
}

/// Returns a lock with an argument of this schema, in the canonical form.
pub fn of_schema(schema: &Value) -> Lock {
    let mut argument = LockedArgument::default();
    argument.required = true;
    argument.schema = Some(schema.clone());
    of_item(with_argument("x", argument))
}

/// Returns the canonical form of the schema of [`of_schema`].
pub fn canonical(lock: &Lock) -> Value {
    let item = &lock.actions["t/a"];
    item.arguments["x"]
        .schema
        .clone()
        .unwrap_or_else(|| json!({}))
}

fn with_argument(name: &str, argument: LockedArgument) -> LockedItem {
    let mut item = LockedItem::default();
    item.arguments.insert(name.to_owned(), argument);
    item
}

/// Returns a lock of one action. It is read from its file, so that its schemas are canonical.
pub fn of_item(item: LockedItem) -> Lock {
    let mut lock = Lock::default();
    lock.tools
        .insert("t".to_owned(), fusion_core::lock::LockedTool::default());
    lock.actions.insert("t/a".to_owned(), item);
    lock.to_string()
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{lock}"))
}

/// Returns the JSON Schema of the arguments of an item.
pub fn arguments_schema(item: &LockedItem) -> Value {
    let arguments = item.arguments.iter();
    let required = arguments.clone().filter(|(_, argument)| argument.required);
    let required: Vec<_> = required.map(|(name, _)| name.clone()).collect();
    let properties: Map<_, _> = arguments
        .map(|(name, argument)| {
            (
                name.clone(),
                argument.schema.clone().unwrap_or_else(|| json!({})),
            )
        })
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false
    })
}

/// The arguments that an item accepts.
#[derive(Debug)]
pub struct LockedOracle<'i> {
    item: &'i LockedItem,
    oracle: Oracle,
}

impl<'i> LockedOracle<'i> {
    /// Compiles the schemas of the arguments.
    pub fn new(item: &'i LockedItem) -> Self {
        let oracle = Oracle::new(&arguments_schema(item));
        Self { item, oracle }
    }

    /// Returns `true` if a call with these arguments is accepted, be it by aliases.
    pub fn accepts(&self, arguments: &Value) -> bool {
        let given = arguments.as_object().cloned().unwrap_or_default();
        let own = given.into_iter().map(|(name, value)| {
            let mut arguments = self.item.arguments.iter();
            let found = arguments.find(|(_, argument)| argument.aliases.contains(&name));
            (found.map_or(name, |(own, _)| own.clone()), value)
        });
        let own: Value = Value::Object(own.collect());
        let one_of = &self.item.one_of;
        let given = one_of
            .iter()
            .filter(|name| own.get(name.as_str()).is_some())
            .count();
        (one_of.is_empty() || given == 1) && self.oracle.is_valid(&own)
    }
}

/// Returns the counterexample to the safety of a change of an item: arguments that only the old one accepts, as
/// far as the bytes lead. Counts the arguments that the old one accepts.
pub fn refused_later(
    [old, new]: [&LockedItem; 2],
    samples: usize,
    tape: &mut Tape<'_>,
    accepted: &Cell<usize>,
) -> Option<Value> {
    let (before, after) = (LockedOracle::new(old), LockedOracle::new(new));
    let schema = arguments_schema(old);
    for _ in 0..samples {
        let given = near(&schema, tape);
        let given = given.as_object().cloned().unwrap_or_default();
        let renamed = given.into_iter().map(|(name, value)| {
            let aliases: Vec<_> = old
                .arguments
                .get(&name)
                .into_iter()
                .flat_map(|one| &one.aliases)
                .collect();
            let name = match aliases.as_slice() {
                [] => name,
                aliases => {
                    if tape.once_in(2) {
                        tape.one_of(aliases).clone()
                    } else {
                        name
                    }
                }
            };
            (name, value)
        });
        let arguments = Value::Object(renamed.collect());
        if before.accepts(&arguments) {
            accepted.set(accepted.get() + 1);
            if !after.accepts(&arguments) {
                return Some(arguments);
            }
        }
    }
    None
}

/// Changes one argument of an item, or its arguments.
pub fn change_item(item: &mut LockedItem, tape: &mut Tape<'_>) {
    let names: Vec<_> = item.arguments.keys().cloned().collect();
    let kind = tape.below(10);
    if names.is_empty() || kind == 0 {
        let mut added = LockedArgument::default();
        added.required = tape.once_in(3);
        added.schema = Some(schema(tape, 1));
        item.arguments
            .insert(tape.one_of(&["a", "b", "c", "d"]).to_owned(), added);
        return;
    }
    let name = tape.one_of(&names);
    let Some(mut argument) = item.arguments.remove(&name) else {
        return;
    };
    match kind {
        1 => return,
        2 | 3 => argument.required = !argument.required,
        4 => {
            argument.aliases.insert(name.clone());
            item.arguments.insert(format!("{name}_later"), argument);
            return;
        }
        5 => {
            item.arguments.insert(format!("{name}_later"), argument);
            return;
        }
        6 => {
            argument.aliases = BTreeSet::from(["old".to_owned()]);
        }
        _ => {
            let mut changed = argument.schema.unwrap_or_else(|| json!({}));
            change(&mut changed, tape);
            argument.schema = Some(changed);
        }
    }
    item.arguments.insert(name, argument);
}

/// Returns an action with random arguments.
pub fn item(tape: &mut Tape<'_>) -> LockedItem {
    let mut item = LockedItem::default();
    for name in ["a", "b", "c"] {
        if !tape.once_in(3) {
            let mut argument = LockedArgument::default();
            argument.required = tape.once_in(2);
            argument.schema = Some(schema(tape, 2));
            item.arguments.insert(name.to_owned(), argument);
        }
    }
    item
}
