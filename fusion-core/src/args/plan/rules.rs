//! The keywords of JSON Schema that the plan does not check by itself, with all schemas inside of them.
//! Each keyword has the meaning of JSON Schema 2020-12, and a violation has a path and a keyword.

mod check;
mod compile;
mod forms;
mod multiples;
mod unevaluated;
mod values;

use serde_json::{Number, Value};

use self::check::{Check, Report};
use super::{
    CountRange, Numbers, Violation,
    formats::EnforcedFormat,
    pattern::{BoundedPattern, NamePattern},
};

/// A compiled schema.
#[derive(Debug)]
pub(in crate::args) struct SchemaRules {
    /// The root, and then each schema that a reference leads to.
    schemas: Box<[RuleSet]>,
}

/// The reason why a schema has no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::args) enum RuleFault {
    /// It is no valid JSON Schema.
    Malformed,
    /// This keyword depends on what others evaluated, or leads out of the schema.
    Unsupported(String),
    /// A pattern cannot be enforced, for this reason.
    Pattern(String),
}

/// The rules of one schema, cheap ones first.
#[derive(Debug, Default)]
struct RuleSet(Box<[SchemaRule]>);

#[derive(Debug)]
enum SchemaRule {
    /// No value is valid.
    Never,
    Type(u8),
    Const(Value),
    Enum(Vec<Value>),
    Bound(&'static str, Numbers),
    MultipleOf(Number),
    Length(&'static str, CountRange),
    ItemCount(&'static str, CountRange),
    Size(&'static str, CountRange),
    Required(Vec<String>),
    DependentRequired(Vec<(String, Vec<String>)>),
    Pattern(BoundedPattern),
    Format(EnforcedFormat),
    UniqueItems,
    Properties(PropertyRules),
    PropertyNames(RuleSet),
    /// The items after the given number of first ones.
    Items(usize, RuleSet),
    FirstItems(Vec<RuleSet>),
    Contains(RuleSet, CountRange),
    DependentSchemas(Vec<(String, RuleSet)>),
    AllOf(Vec<RuleSet>),
    AnyOf(Vec<RuleSet>),
    OneOf(Vec<RuleSet>),
    Not(RuleSet),
    If(Box<Condition>),
    UnevaluatedProperties(RuleSet),
    /// The index of another schema.
    Reference(usize),
}

#[derive(Debug)]
struct PropertyRules {
    known: Vec<(String, RuleSet)>,
    named: Vec<(NamePattern, RuleSet)>,
    further: Further,
    /// The keyword that a property violates if there may be no further ones.
    closed_by: &'static str,
}

/// The rules of properties that a schema does not list.
#[derive(Debug)]
enum Further {
    Any,
    None,
    Rules(RuleSet),
}

#[derive(Debug)]
struct Condition {
    tested: RuleSet,
    then: RuleSet,
    otherwise: RuleSet,
}

impl SchemaRules {
    /// Returns `true` if a value is valid.
    pub(in crate::args) fn fits(&self, value: &Value) -> bool {
        Check::new(&self.schemas, Report::Nothing).is_valid(value)
    }

    /// Returns the violations of a value; if `all` is `false`, the first one.
    pub(in crate::args) fn violations(&self, value: &Value, all: bool) -> Vec<Violation> {
        let report = if all { Report::All } else { Report::First };
        let mut check = Check::new(&self.schemas, report);
        check.is_valid(value);
        check.into_violations()
    }
}
