//! The check of a value. It stops at the first violation, unless all are reported.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    super::{FLOAT, INTEGER, kind},
    Condition, Further, PropertyRules, RuleSet, SchemaRule, Violation,
    multiples::is_multiple,
    values::{are_unique, is_equal},
};

/// The violations that a check records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    Nothing,
    First,
    All,
}

/// One check of one value.
pub(super) struct Check<'r> {
    schemas: &'r [RuleSet],
    report: Report,
    found: Vec<Violation>,
    /// The answers of references about arrays and objects, by the reference and the address of the value.
    /// Without them, a choice of references to itself would check a value as often as there are ways to
    /// it.
    answers: HashMap<(usize, usize), bool>,
}

/// The place of a value inside of the checked one.
#[derive(Clone, Copy)]
pub(super) enum ValuePlace<'p> {
    Root,
    Member(&'p ValuePlace<'p>, &'p str),
    Item(&'p ValuePlace<'p>, usize),
}

impl ValuePlace<'_> {
    /// Returns the path, such as `.tags[1]`.
    fn path(self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Member(outer, name) => format!("{}.{name}", outer.path()),
            Self::Item(outer, index) => format!("{}[{index}]", outer.path()),
        }
    }
}

impl<'r> Check<'r> {
    pub(super) fn new(schemas: &'r [RuleSet], report: Report) -> Self {
        Self {
            schemas,
            report,
            found: Vec::new(),
            answers: HashMap::new(),
        }
    }

    pub(super) fn is_valid(&mut self, value: &Value) -> bool {
        let root = self.schemas.first();
        root.is_none_or(|rules| self.all(rules, value, ValuePlace::Root))
    }

    pub(super) fn into_violations(self) -> Vec<Violation> {
        self.found
    }

    fn all(&mut self, rules: &RuleSet, value: &Value, place: ValuePlace<'_>) -> bool {
        self.each(&rules.0, |check, rule| match rule {
            SchemaRule::UnevaluatedProperties(inner) => {
                check.unevaluated_properties(rules, inner, value, place)
            }
            rule => check.rule(rule, value, place),
        })
    }

    /// Runs `check` for each part, until one is violated and no more violations are reported.
    fn each<T>(
        &mut self,
        parts: impl IntoIterator<Item = T>,
        mut check: impl FnMut(&mut Self, T) -> bool,
    ) -> bool {
        let mut valid = true;
        for part in parts {
            valid &= check(self, part);
            if !valid && self.report != Report::All {
                return false;
            }
        }
        valid
    }

    /// Returns `true` if a value is valid, without a record of its violations.
    pub(super) fn fits(&mut self, rules: &RuleSet, value: &Value) -> bool {
        let report = std::mem::replace(&mut self.report, Report::Nothing);
        let fits = self.all(rules, value, ValuePlace::Root);
        self.report = report;
        fits
    }

    /// Returns the schema that a reference leads to.
    pub(super) fn target(&self, index: usize) -> Option<&'r RuleSet> {
        self.schemas.get(index)
    }

    fn refer(&mut self, index: usize, value: &Value, place: ValuePlace<'_>) -> bool {
        let Some(rules) = self.target(index) else {
            return true;
        };
        let is_container = value.is_array() || value.is_object();
        if self.report != Report::Nothing || !is_container {
            return self.all(rules, value, place);
        }
        let key = (index, std::ptr::from_ref(value).addr());
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let answer = self.all(rules, value, place);
        self.answers.insert(key, answer);
        answer
    }

    /// Records a violation, unless the rule is satisfied.
    pub(super) fn demand(
        &mut self,
        is_satisfied: bool,
        keyword: &str,
        place: ValuePlace<'_>,
    ) -> bool {
        if !is_satisfied && self.report != Report::Nothing {
            self.found.push(Violation::Keyword {
                path: place.path(),
                keyword: keyword.to_owned(),
            });
        }
        is_satisfied
    }

    fn rule(&mut self, rule: &SchemaRule, value: &Value, place: ValuePlace<'_>) -> bool {
        match rule {
            SchemaRule::Never => self.demand(false, "falseSchema", place),
            SchemaRule::Type(kinds) => self.demand(is_kind(value, *kinds), "type", place),
            SchemaRule::Const(only) => self.demand(is_equal(only, value), "const", place),
            SchemaRule::Enum(values) => {
                let listed = values.iter().any(|one| is_equal(one, value));
                self.demand(listed, "enum", place)
            }
            SchemaRule::AllOf(parts) => {
                self.each(parts, |check, part| check.all(part, value, place))
            }
            SchemaRule::AnyOf(branches) => {
                let fits = branches.iter().any(|branch| self.fits(branch, value));
                self.demand(fits, "anyOf", place)
            }
            SchemaRule::OneOf(branches) => {
                let mut branches = branches.iter();
                let mut fits = || branches.any(|branch| self.fits(branch, value));
                let one = fits() && !fits();
                self.demand(one, "oneOf", place)
            }
            SchemaRule::Not(rules) => {
                let fits = self.fits(rules, value);
                self.demand(!fits, "not", place)
            }
            SchemaRule::If(condition) => {
                let Condition {
                    tested,
                    then,
                    otherwise,
                } = &**condition;
                let chosen = if self.fits(tested, value) {
                    then
                } else {
                    otherwise
                };
                self.all(chosen, value, place)
            }
            SchemaRule::Reference(index) => self.refer(*index, value, place),
            _ => match value {
                Value::Array(values) => self.rule_of_array(rule, values, place),
                Value::Object(map) => self.rule_of_object(rule, map, value, place),
                _ => self.rule_of_scalar(rule, value, place),
            },
        }
    }

    fn rule_of_scalar(&mut self, rule: &SchemaRule, value: &Value, place: ValuePlace<'_>) -> bool {
        match (rule, value) {
            (SchemaRule::Bound(keyword, bound), Value::Number(number)) => {
                self.demand(bound.contains(number), keyword, place)
            }
            (SchemaRule::MultipleOf(of), Value::Number(number)) => {
                self.demand(is_multiple(number, of), "multipleOf", place)
            }
            (SchemaRule::Length(keyword, range), Value::String(text)) => {
                self.demand(range.contains(text.chars().count()), keyword, place)
            }
            (SchemaRule::Pattern(pattern), Value::String(text)) => {
                self.demand(pattern.fits(text), "pattern", place)
            }
            (SchemaRule::Format(format), Value::String(text)) => {
                self.demand(format.fits(text), "format", place)
            }
            _ => true,
        }
    }

    fn rule_of_array(
        &mut self,
        rule: &SchemaRule,
        values: &[Value],
        place: ValuePlace<'_>,
    ) -> bool {
        match rule {
            SchemaRule::ItemCount(keyword, range) => {
                self.demand(range.contains(values.len()), keyword, place)
            }
            SchemaRule::UniqueItems => self.demand(are_unique(values), "uniqueItems", place),
            SchemaRule::Items(skipped, rules) => {
                let items = values.iter().enumerate().skip(*skipped);
                self.each(items, |check, (index, value)| {
                    check.all(rules, value, ValuePlace::Item(&place, index))
                })
            }
            SchemaRule::FirstItems(first) => {
                let items = values.iter().zip(first).enumerate();
                self.each(items, |check, (index, (value, rules))| {
                    check.all(rules, value, ValuePlace::Item(&place, index))
                })
            }
            SchemaRule::Contains(rules, range) => {
                let count = values.iter().filter(|value| self.fits(rules, value));
                let count = count.count();
                self.demand(range.contains(count), "contains", place)
            }
            _ => true,
        }
    }

    fn rule_of_object(
        &mut self,
        rule: &SchemaRule,
        map: &Map<String, Value>,
        value: &Value,
        place: ValuePlace<'_>,
    ) -> bool {
        match rule {
            SchemaRule::Size(keyword, range) => {
                self.demand(range.contains(map.len()), keyword, place)
            }
            SchemaRule::Required(names) => self.require(names, map, place),
            SchemaRule::DependentRequired(names) => {
                let names = names.iter().filter(|(name, _)| map.contains_key(name));
                self.each(names, |check, (_, names)| check.require(names, map, place))
            }
            SchemaRule::DependentSchemas(schemas) => {
                let schemas = schemas.iter().filter(|(name, _)| map.contains_key(name));
                self.each(schemas, |check, (_, rules)| check.all(rules, value, place))
            }
            SchemaRule::PropertyNames(rules) => self.each(map.keys(), |check, name| {
                let fits = check.fits(rules, &Value::String(name.clone()));
                check.demand(fits, "propertyNames", place)
            }),
            SchemaRule::Properties(rules) => self.properties(rules, map, place),
            _ => true,
        }
    }

    fn require(
        &mut self,
        names: &[String],
        map: &Map<String, Value>,
        place: ValuePlace<'_>,
    ) -> bool {
        let missing = names.iter().filter(|name| !map.contains_key(*name));
        self.each(missing, |check, name| {
            if check.report != Report::Nothing {
                check.found.push(Violation::Missing {
                    path: place.path(),
                    name: name.clone(),
                });
            }
            false
        })
    }

    fn properties(
        &mut self,
        rules: &PropertyRules,
        map: &Map<String, Value>,
        place: ValuePlace<'_>,
    ) -> bool {
        let mut unexpected = false;
        let valid = self.each(map, |check, (name, value)| {
            let inner = ValuePlace::Member(&place, name);
            let known = rules.known.iter().filter(|(known, _)| known == name);
            let named = rules.named.iter().filter(|(named, _)| named.matches(name));
            let known = known.map(|(_, rules)| rules);
            let named = named.map(|(_, rules)| rules);
            let mut is_known = false;
            let valid = check.each(known.chain(named), |check, rules| {
                is_known = true;
                check.all(rules, value, inner)
            });
            match &rules.further {
                _ if is_known => valid,
                Further::Any => true,
                Further::Rules(rules) => check.all(rules, value, inner),
                Further::None => {
                    unexpected = true;
                    // One violation, after those of the other properties, stands for all such properties.
                    check.report != Report::Nothing
                }
            }
        });
        if !valid && self.report != Report::All {
            return false;
        }
        let closed = !unexpected || self.demand(false, rules.closed_by, place);
        valid && closed
    }
}

fn is_kind(value: &Value, kinds: u8) -> bool {
    let found = kind(value);
    let is_whole = || value.as_f64().is_some_and(|float| float.fract() == 0.0);
    found & kinds != 0 || found == FLOAT && kinds & INTEGER != 0 && is_whole()
}
