//! The check of one argument, compiled once from its published schema. A call thus enforces exactly
//! what clients read, and reports a wrong value before serde could lose its place.

mod choice;
mod compile;
mod fields;
#[cfg(feature = "validate")]
mod formats;
#[cfg(not(feature = "validate"))]
#[path = "plan/absent_formats.rs"]
mod formats;
mod matching;
mod numbers;
mod pattern;
mod rules;
mod validator;

use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Number, Value};

use self::matching::FastCheck;
pub(crate) use self::pattern::needs_backtracking;
pub(super) use self::{
    choice::{BranchSelector, Choice, ChoiceFit},
    fields::{Fields, KnownField, is_integer},
    numbers::{Numbers, is_equal},
    pattern::start_call,
    validator::{SchemaValidator, Violation},
};

pub(super) const NULL: u8 = 1;
pub(super) const BOOL: u8 = 1 << 1;
pub(super) const INTEGER: u8 = 1 << 2;
pub(super) const FLOAT: u8 = 1 << 3;
pub(super) const STRING: u8 = 1 << 4;
pub(super) const ARRAY: u8 = 1 << 5;
pub(super) const OBJECT: u8 = 1 << 6;
pub(super) const ANY: u8 = 0x7f;

/// The compiled check of one argument of one action.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) required: bool,
    pub(super) secret: bool,
    /// The root node, shared by all arguments of one type.
    pub(super) node: Arc<PlanNode>,
    /// The plans of the definitions that the schema refers to; `None` if there are none.
    pub(super) definitions: Option<Arc<Definitions>>,
}

/// The plans of definitions by their names. They read a value that the validator refuses.
pub(super) type Definitions = HashMap<String, PlanNode>;

/// The compiled check of the values at one place of a schema. A plain scalar costs one mask test.
#[derive(Clone, Debug)]
pub(super) struct PlanNode {
    pub(super) kinds: u8,
    /// Invariant: `Some` if the check includes more than `kinds`.
    pub(super) rules: Option<Box<NodeRules>>,
    /// The rules in the form of the fast path for valid values.
    quick: FastCheck,
    pub(super) expected: Box<str>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct NodeRules {
    pub(super) values: Option<Vec<Value>>,
    /// Other names of the values, which are accepted and not listed.
    value_aliases: Vec<(String, Value)>,
    pub(super) numbers: Numbers,
    /// The allowed number of Unicode scalar values of a string.
    pub(super) length: CountRange,
    /// The allowed number of items of an array.
    pub(super) count: CountRange,
    /// The allowed number of properties of an object.
    pub(super) size: CountRange,
    /// The first items of an array, each with its own rules.
    pub(super) first: Vec<PlanNode>,
    pub(super) items: Option<PlanNode>,
    pub(super) fields: Option<Fields>,
    pub(super) parts: Vec<PlanNode>,
    pub(super) choices: Vec<Choice>,
    /// The name of the definition that the schema refers to. The validator checks its rules, too.
    pub(super) target: Option<Box<str>>,
    /// The rules that the plan does not check by itself.
    pub(super) validator: Option<SchemaValidator>,
}

/// An inclusive range of a count.
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
    pub(super) fn contains(self, count: usize) -> bool {
        (self.low..=self.high).contains(&(count as u64))
    }
}

impl Plan {
    /// Compiles the schema of an optional argument. `Err` describes the rule that cannot be
    /// enforced.
    pub(crate) fn compile(schema: &Map<String, Value>) -> Result<Self, String> {
        let node = compile::node(schema, schema.get("$defs")).map_err(|no| no.to_string())?;
        Ok(Self {
            required: false,
            secret: false,
            node: Arc::new(node),
            definitions: compile::definitions(schema).map(Arc::new),
        })
    }

    /// Returns the same plan for another argument.
    pub(crate) fn for_argument(&self, required: bool, secret: bool) -> Self {
        Self {
            required,
            secret,
            node: Arc::clone(&self.node),
            definitions: self.definitions.clone(),
        }
    }

    /// Returns `true` if `null` is an accepted value, and not only an omission.
    pub(crate) fn takes_null(&self) -> bool {
        self.node.takes_null()
    }

    /// Returns `true` if a value is a `null` that omits this optional argument.
    pub(super) fn is_omitted(&self, value: &Value) -> bool {
        value.is_null() && !self.required && !self.takes_null()
    }

    /// Returns `true` if a value is the empty string, which stands for an omitted argument because
    /// the schema of this optional one refuses it.
    pub(super) fn is_blank(&self, value: &Value) -> bool {
        !self.required && value.as_str() == Some("") && !self.fits(value)
    }

    /// Returns `true` if strings may be accepted.
    pub(super) fn takes_text(&self) -> bool {
        self.node.kinds & STRING != 0
    }

    /// Returns a short text of the accepted values.
    pub(crate) fn expected(&self) -> &str {
        &self.node.expected
    }

    /// Returns `true` if that text lists values.
    pub(crate) fn lists_values(&self) -> bool {
        self.node.lists_values()
    }

    /// Returns `true` if the validator checks values of this argument.
    pub(super) fn has_validator(&self) -> bool {
        self.node.has_validator()
    }

    /// Returns `true` if a value is valid as it is.
    #[inline]
    pub(super) fn fits(&self, value: &Value) -> bool {
        self.node.fits(value)
    }
}

impl PlanNode {
    /// Returns the enumerated values, if the schema lists them.
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

    /// Returns `true` if the validator checks values anywhere inside.
    fn has_validator(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| {
            let branches = rules.choices.iter().flat_map(|choice| &choice.branches);
            let inside = branches.chain(&rules.parts).chain(&rules.items);
            let mut inside = inside.chain(&rules.first);
            let fields = rules.fields.as_ref();
            rules.validator.is_some()
                || inside.any(Self::has_validator)
                || fields.is_some_and(|fields| fields.nodes().any(Self::has_validator))
        })
    }
}

impl NodeRules {
    /// Returns the enumerated value that has another name `sent`, or is the same number in another
    /// notation.
    pub(super) fn listed_value(&self, sent: &Value) -> Option<&Value> {
        if let Value::Number(sent) = sent {
            return listed_number(self.values.as_ref()?, sent);
        }
        let sent = sent.as_str().filter(|_| !self.value_aliases.is_empty())?;
        let (_, value) = self.value_aliases.iter().find(|(alias, _)| alias == sent)?;
        Some(value)
    }
}

/// Returns the number among `values` that equals `sent`, as JSON Schema compares numbers.
pub(super) fn listed_number<'v>(values: &'v [Value], sent: &Number) -> Option<&'v Value> {
    let is_same = |value: &&Value| value.as_number().is_some_and(|one| is_equal(one, sent));
    values.iter().find(is_same)
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

/// The number of values that this thread has checked, so that tests state a cost without a clock.
#[cfg(test)]
pub(super) mod visits {
    use std::cell::Cell;

    thread_local! {
        static VISITS: Cell<usize> = const { Cell::new(0) };
    }

    pub(in crate::args) fn count() {
        VISITS.set(VISITS.get() + 1);
    }

    /// Returns the number since the last call.
    pub(in crate::args) fn take() -> usize {
        VISITS.take()
    }
}
