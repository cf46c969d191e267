//! How one argument is checked, compiled once from the schema that is published for it: so what a
//! client reads is what a call is held to, and a wrong value is met before serde could lose it.

mod choice;
mod compile;
mod fields;
mod matching;
mod numbers;
mod validator;

use std::sync::Arc;

use serde_json::{Map, Value};

use self::matching::FastCheck;
pub(super) use self::{
    choice::{By, Choice},
    fields::Fields,
    numbers::Numbers,
    validator::{Broken, Rest},
};

pub(super) const NULL: u8 = 1;
pub(super) const BOOL: u8 = 1 << 1;
pub(super) const INTEGER: u8 = 1 << 2;
pub(super) const FLOAT: u8 = 1 << 3;
pub(super) const STRING: u8 = 1 << 4;
pub(super) const ARRAY: u8 = 1 << 5;
pub(super) const OBJECT: u8 = 1 << 6;
pub(super) const ANY: u8 = 0x7f;

/// How one argument of one action is checked.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) required: bool,
    pub(super) secret: bool,
    /// Shared by all arguments of one type.
    pub(super) node: Arc<PlanNode>,
}

/// How a value at one place of a schema is checked. A plain scalar costs one mask test.
#[derive(Clone, Debug)]
pub(super) struct PlanNode {
    pub(super) kinds: u8,
    /// Invariant: set where anything beyond `kinds` is to be checked.
    pub(super) rules: Option<Box<NodeRules>>,
    /// The same rules, for a value that keeps them.
    quick: FastCheck,
    pub(super) expected: Box<str>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct NodeRules {
    pub(super) values: Option<Vec<Value>>,
    pub(super) numbers: Numbers,
    /// How many Unicode scalar values a string has.
    pub(super) length: CountRange,
    /// How many items an array has.
    pub(super) count: CountRange,
    /// How many properties an object has.
    pub(super) size: CountRange,
    /// The first items of an array, each by its own rules.
    pub(super) first: Vec<PlanNode>,
    pub(super) items: Option<PlanNode>,
    pub(super) fields: Option<Fields>,
    pub(super) parts: Vec<PlanNode>,
    pub(super) choices: Vec<Choice>,
    /// What a validator is better at.
    pub(super) rest: Option<Rest>,
}

/// From the least to the greatest number of something, both allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountRange {
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Default for CountRange {
    fn default() -> Self {
        Self {
            low: 0,
            high: u64::MAX,
        }
    }
}

impl CountRange {
    pub(super) fn holds(self, count: usize) -> bool {
        (self.low..=self.high).contains(&(count as u64))
    }
}

impl Plan {
    /// Compiles the schema of an optional argument. `Err` says what cannot be enforced.
    pub(crate) fn compile(schema: &Map<String, Value>) -> Result<Self, String> {
        let node = compile::node(schema, schema.get("$defs")).map_err(|no| no.to_string())?;
        Ok(Self {
            required: false,
            secret: false,
            node: Arc::new(node),
        })
    }

    /// The same plan for another argument.
    pub(crate) fn of(&self, required: bool, secret: bool) -> Self {
        Self {
            required,
            secret,
            node: Arc::clone(&self.node),
        }
    }

    /// Whether `null` is a value here, and not only absence.
    pub(super) fn takes_null(&self) -> bool {
        self.node.takes_null()
    }

    /// What it takes, in a few words.
    pub(crate) fn expected(&self) -> &str {
        &self.node.expected
    }

    /// Whether a list of values is a part of that.
    pub(crate) fn lists_values(&self) -> bool {
        self.node.lists_values()
    }

    /// Whether a value is right as it is.
    #[inline]
    pub(super) fn fits(&self, value: &Value) -> bool {
        self.node.fits(value)
    }
}

impl PlanNode {
    /// The values that are all it takes.
    pub(super) fn values(&self) -> Option<&[Value]> {
        self.rules.as_ref()?.values.as_deref()
    }

    fn lists_values(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| {
            let branches = rules.choices.iter().flat_map(|choice| &choice.branches);
            let inside = branches.chain(&rules.parts).chain(&rules.items);
            let mut inside = inside.chain(&rules.first);
            rules.values.is_some() || inside.any(Self::lists_values)
        })
    }
}

#[inline]
pub(super) fn kind(value: &Value) -> u8 {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOL,
        Value::Number(number) if number.is_f64() => FLOAT,
        Value::Number(_) => INTEGER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}
