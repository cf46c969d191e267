//! The fast path for valid values: one pass that records nothing, which is the only cost of a valid
//! call.

use serde_json::Value;

use super::{CountRange, NodeRules, PlanNode, STRING, fields::SharedAnswers, kind};

/// The rules of a place, in the form that is cheapest to check. Most places have one rule.
#[derive(Clone, Debug)]
pub(super) enum FastCheck {
    /// There is no rule beyond the kind.
    KindOnly,
    /// The value must be an `i64` in this range.
    Integers(i64, i64),
    /// The value must be one of these strings.
    Texts(Box<[Box<str>]>),
    /// The items must have these kinds.
    Items(u8),
    /// All rules must be checked one by one.
    All,
}

impl FastCheck {
    pub(super) fn new(kinds: u8, rules: Option<&NodeRules>) -> Self {
        let Some(rules) = rules else {
            return Self::KindOnly;
        };
        if let Some(values) = &rules.values {
            let texts = values.iter().map(|value| value.as_str().map(Into::into));
            return match texts.collect() {
                Some(texts) if kinds == STRING && rules.has_only(SingleRule::Values) => {
                    Self::Texts(texts)
                }
                _ => Self::All,
            };
        }
        if let Some((low, high)) = rules.numbers.integers()
            && kinds == super::INTEGER
            && rules.has_only(SingleRule::Numbers)
        {
            return Self::Integers(low, high);
        }
        match &rules.items {
            Some(items)
                if kinds == super::ARRAY
                    && items.rules.is_none()
                    && rules.has_only(SingleRule::Items) =>
            {
                Self::Items(items.kinds)
            }
            _ => Self::All,
        }
    }
}

/// The rules of a place that has at most one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SingleRule {
    Values,
    Numbers,
    Items,
}

impl PlanNode {
    #[inline]
    pub(in crate::args) fn fits(&self, value: &Value) -> bool {
        #[cfg(test)]
        super::visits::count();
        if kind(value) & self.kinds == 0 {
            return false;
        }
        match (&self.quick, value) {
            (FastCheck::KindOnly, _) => true,
            (FastCheck::Integers(low, high), Value::Number(number)) => match number.as_i64() {
                Some(integer) => (*low..=*high).contains(&integer),
                // The number exceeds an `i64`, which both bounds are.
                None => false,
            },
            _ => self.check_rules(value),
        }
    }

    /// Returns `true` if a value is valid as it is, as a branch of a choice.
    pub(super) fn fits_as_branch(&self, value: &Value, answers: &mut SharedAnswers) -> bool {
        match (&self.rules, value) {
            (Some(rules), Value::Object(map)) if rules.fields.is_some() => {
                let fields = rules.fields.as_ref();
                kind(value) & self.kinds != 0
                    && rules.admit(value)
                    && fields.is_none_or(|fields| fields.fit_as_branch(map, answers))
                    && rules.fit_beside_fields(value)
            }
            _ => self.fits(value),
        }
    }

    /// Returns `true` if a value of an accepted kind satisfies the rules that need more than one
    /// comparison.
    #[inline(never)]
    fn check_rules(&self, value: &Value) -> bool {
        match (&self.quick, value) {
            (FastCheck::Texts(texts), Value::String(text)) => {
                texts.iter().any(|one| **one == **text)
            }
            (FastCheck::Items(kinds), Value::Array(values)) => {
                values.iter().all(|value| kind(value) & kinds != 0)
            }
            _ => self.rules.as_ref().is_none_or(|rules| rules.fit(value)),
        }
    }
}

impl PlanNode {
    /// Returns `true` if `null` is an accepted value. The kinds are not sufficient: a schema
    /// without a `type` may list its values, or refer to another schema.
    pub(in crate::args) fn takes_null(&self) -> bool {
        self.fits(&Value::Null)
    }
}

impl NodeRules {
    fn has_only(&self, only: SingleRule) -> bool {
        let free = CountRange::default();
        (only == SingleRule::Values || self.values.is_none())
            && (only == SingleRule::Numbers || self.numbers.is_idle())
            && (only == SingleRule::Items || self.items.is_none())
            && [self.length, self.count, self.size] == [free; 3]
            && self.first.is_empty()
            && self.fields.is_none()
            && self.parts.is_empty()
            && self.choices.is_empty()
            && self.validator.is_none()
    }

    #[inline(never)]
    fn fit(&self, value: &Value) -> bool {
        self.admit(value) && self.inside_fits(value) && self.fit_beside_fields(value)
    }

    /// Returns `true` if a value satisfies the rules for it as a whole.
    fn fit_beside_fields(&self, value: &Value) -> bool {
        self.parts.iter().all(|part| part.fits(value))
            && self.choices.iter().all(|choice| choice.fits(value))
            && self.validator.as_ref().is_none_or(|rest| rest.fits(value))
            && !self.must_be_read_by_definition(value)
    }

    /// Returns `true` for a value with whole floats behind a reference. The validator accepts them as
    /// integers, and serde does not.
    pub(in crate::args) fn must_be_read_by_definition(&self, value: &Value) -> bool {
        self.target.is_some() && has_whole_float(value)
    }

    /// Returns `true` if the value itself satisfies the rules, without those for the values inside
    /// of it.
    pub(in crate::args) fn admit(&self, value: &Value) -> bool {
        let listed = |values: &Vec<Value>| values.iter().any(|one| is_equal(one, value));
        if !self.values.as_ref().is_none_or(listed) {
            return false;
        }
        match value {
            Value::Number(number) => self.numbers.contains(number),
            Value::String(text) => self.is_allowed_length(text),
            Value::Array(values) => self.count.contains(values.len()),
            Value::Object(map) => self.size.contains(map.len()),
            Value::Null | Value::Bool(_) => true,
        }
    }

    /// Returns `true` if the length is allowed. A string has at most one scalar value for each
    /// byte, and at least one for each four bytes, so that most strings need no counting.
    fn is_allowed_length(&self, text: &str) -> bool {
        let (bytes, span) = (text.len() as u64, self.length);
        if bytes <= span.high && bytes / 4 >= span.low {
            return true;
        }
        span.contains(text.chars().count())
    }

    fn inside_fits(&self, value: &Value) -> bool {
        match value {
            Value::Array(values) => {
                let first = self.first.iter().zip(values);
                first.into_iter().all(|(node, value)| node.fits(value))
                    && self.items.as_ref().is_none_or(|items| {
                        let others = values.iter().skip(self.first.len());
                        others.into_iter().all(|value| items.fits(value))
                    })
            }
            Value::Object(map) => self.fields.as_ref().is_none_or(|fields| fields.fit(map)),
            _ => true,
        }
    }
}

fn has_whole_float(value: &Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => {
            number.as_f64().is_some_and(|float| float.fract() == 0.0)
        }
        Value::Array(values) => values.iter().any(has_whole_float),
        Value::Object(map) => map.values().any(has_whole_float),
        _ => false,
    }
}

/// Compares two values. Strings are compared inline, because enums consist of them.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => one == other,
        _ => one == other,
    }
}
