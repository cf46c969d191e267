//! The constraints that an author adds to an argument's type, as JSON Schema keywords.

use serde_json::{Map, Number, Value};

use super::portable::FORMATS;
use crate::{
    args::expected,
    definition::ArgumentSchema,
    spec::{Bound, Constraint},
};

/// The largest integer that every JSON reader represents exactly.
const SAFE: i128 = (1 << 53) - 1;

/// Adds `constraints` to a copy of `leaf`. If the type already has a constraint of that kind, the
/// tighter one applies. `Err` names the constraint, the kind of the argument, and the fix.
pub(crate) fn constrain(
    leaf: &ArgumentSchema,
    constraints: &[Constraint],
) -> Result<ArgumentSchema, String> {
    let mut constrained = leaf.clone();
    for constraint in constraints {
        apply(&mut constrained.schema, *constraint)?;
        if let Some(marked) = &mut constrained.marked {
            apply(marked, *constraint)?;
        }
    }
    let schema = &constrained.schema;
    for rule in RULES {
        let asked = constraints
            .iter()
            .any(|constraint| rule_of(*constraint) == rule);
        if asked && is_empty_range(schema, rule) {
            return Err(format!(
                "{} leaves no value of {}: loosen it, or take another type",
                rule.key,
                expected(&leaf.schema)
            ));
        }
    }
    Ok(constrained)
}

/// The JSON Schema keyword of one key of `#[arg(…)]`.
#[derive(Clone, Copy, PartialEq)]
struct ConstraintKeyword {
    key: &'static str,
    types: &'static [&'static str],
    /// The kind of argument that accepts the keyword, in words.
    what: &'static str,
    low: &'static str,
    high: &'static str,
}

const RANGE: ConstraintKeyword = ConstraintKeyword {
    key: "`range`",
    types: &["integer", "number"],
    what: "numbers",
    low: "minimum",
    high: "maximum",
};
const LENGTH: ConstraintKeyword = ConstraintKeyword {
    key: "`length`",
    types: &["string"],
    what: "strings",
    low: "minLength",
    high: "maxLength",
};
const ITEMS: ConstraintKeyword = ConstraintKeyword {
    key: "`items`",
    types: &["array"],
    what: "arrays",
    low: "minItems",
    high: "maxItems",
};
const PATTERN: ConstraintKeyword = ConstraintKeyword {
    key: "`pattern`",
    types: &["string"],
    what: "strings",
    low: "",
    high: "",
};
const FORMAT: ConstraintKeyword = ConstraintKeyword {
    key: "`format`",
    ..PATTERN
};
const RULES: [ConstraintKeyword; 3] = [RANGE, LENGTH, ITEMS];

fn rule_of(constraint: Constraint) -> ConstraintKeyword {
    match constraint {
        Constraint::Minimum(_) | Constraint::Maximum(_) => RANGE,
        Constraint::MinLength(_) | Constraint::MaxLength(_) => LENGTH,
        Constraint::MinItems(_) | Constraint::MaxItems(_) => ITEMS,
        Constraint::Pattern(_) => PATTERN,
        Constraint::Format(_) => FORMAT,
    }
}

fn apply(schema: &mut Map<String, Value>, constraint: Constraint) -> Result<(), String> {
    let rule = rule_of(constraint);
    let Some(kind) = kind(schema).filter(|kind| rule.types.contains(kind)) else {
        return Err(format!(
            "{} is a rule for {}, and this is {}: take it away, or put it where the {} stand in the type, with `#[schemars(…)]`",
            rule.key,
            rule.what,
            expected(schema),
            rule.what
        ));
    };
    let integer = kind == "integer";
    match constraint {
        Constraint::Minimum(bound) => raise(schema, rule.low, number(bound, integer)?),
        Constraint::Maximum(bound) => lower(schema, rule.high, number(bound, integer)?),
        Constraint::MinLength(least) | Constraint::MinItems(least) => {
            raise(schema, rule.low, least.into());
        }
        Constraint::MaxLength(most) | Constraint::MaxItems(most) => {
            lower(schema, rule.high, most.into());
        }
        Constraint::Pattern(pattern) => set_equal(schema, "pattern", pattern)?,
        Constraint::Format(format) if FORMATS.contains(&format) => {
            set_equal(schema, "format", format)?;
        }
        Constraint::Format(format) => {
            return Err(format!(
                "`format = \"{format}\"` is none that JSON Schema knows: use one of {}, or a `pattern`",
                FORMATS.join(", ")
            ));
        }
    }
    Ok(())
}

/// Returns the only JSON type that a schema accepts, besides `null`.
fn kind(schema: &Map<String, Value>) -> Option<&str> {
    match schema.get("type")? {
        Value::String(name) => Some(name),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str);
            let mut names = names.filter(|name| *name != "null");
            let first = names.next();
            first.filter(|_| names.next().is_none())
        }
        _ => None,
    }
}

fn number(bound: Bound, integer: bool) -> Result<Number, String> {
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // compared to its ends
    let exact = match bound {
        Bound::Integer(end) => Some(end),
        Bound::Float(end) if end.fract() == 0.0 && end.abs() <= SAFE as f64 => Some(end as i128),
        Bound::Float(_) => None,
    };
    match exact.filter(|end| (-SAFE..=SAFE).contains(end)) {
        Some(end) => i64::try_from(end)
            .map(Number::from)
            .map_err(|_| String::new()),
        None if integer => Err(match bound {
            Bound::Integer(end) => format!(
                "`range` ends at {end}, and not every JSON reader keeps an integer beyond ±{SAFE} exact: leave that end out"
            ),
            Bound::Float(end) => format!(
                "`range` ends at {end}, and the argument is an integer: end it at an integer inside ±{SAFE}"
            ),
        }),
        #[allow(clippy::cast_precision_loss)] // the argument is one of the same kind
        None => {
            let end = match bound {
                Bound::Integer(end) => end as f64,
                Bound::Float(end) => end,
            };
            Number::from_f64(end).ok_or_else(|| {
                format!("`range` ends at {end}, which is no JSON number: leave that end out")
            })
        }
    }
}

fn raise(schema: &mut Map<String, Value>, keyword: &str, to: Number) {
    let stated = schema.get(keyword).and_then(Value::as_number);
    if stated.is_none_or(|stated| is_less(stated, &to)) {
        schema.insert(keyword.to_owned(), to.into());
    }
}

fn lower(schema: &mut Map<String, Value>, keyword: &str, to: Number) {
    let stated = schema.get(keyword).and_then(Value::as_number);
    if stated.is_none_or(|stated| is_less(&to, stated)) {
        schema.insert(keyword.to_owned(), to.into());
    }
}

/// Sets a keyword that has no tighter value: a value of the type's own must be equal.
fn set_equal(schema: &mut Map<String, Value>, keyword: &str, value: &str) -> Result<(), String> {
    match schema.get(keyword) {
        Some(own) if own != value => Err(format!(
            "`{keyword} = {value:?}` stands beside the type's own {keyword} {own}, and a schema has room for one: take it away, or take another type"
        )),
        _ => {
            schema.insert(keyword.to_owned(), value.into());
            Ok(())
        }
    }
}

/// Returns `true` if the range is empty.
fn is_empty_range(schema: &Map<String, Value>, rule: ConstraintKeyword) -> bool {
    let end = |keyword: &str| schema.get(keyword).and_then(Value::as_number);
    let (low, high) = (end(rule.low), end(rule.high));
    let crossed = low.zip(high).is_some_and(|(low, high)| is_less(high, low));
    if rule != RANGE {
        return crossed;
    }
    let (above, below) = (end("exclusiveMinimum"), end("exclusiveMaximum"));
    let touching = |low: Option<&Number>, high: Option<&Number>| {
        low.zip(high).is_some_and(|(low, high)| !is_less(low, high))
    };
    crossed || touching(above, high) || touching(low, below) || touching(above, below)
}

/// Compares two numbers, as integers if both are.
pub(super) fn is_less(a: &Number, b: &Number) -> bool {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}

#[cfg(test)]
mod tests;
