//! The forms that the values of keywords have.

use serde_json::{Map, Number, Value};

use super::{
    super::{ANY, CountRange, compile::kinds_of_type},
    RuleFault,
};

/// A value of the right form; `Err` if the schema is malformed.
pub(super) type Formed<T> = Result<T, RuleFault>;

pub(super) fn kinds(value: &Value) -> Formed<u8> {
    let kind = |name: &Value| match name.as_str().map(kinds_of_type) {
        Some(kinds) if kinds != ANY => Ok(kinds),
        _ => Err(RuleFault::Malformed),
    };
    match value {
        Value::Array(names) if !names.is_empty() => {
            names.iter().try_fold(0, |all, name| Ok(all | kind(name)?))
        }
        name => kind(name),
    }
}

pub(super) fn list(value: &Value) -> Formed<&Vec<Value>> {
    value.as_array().ok_or(RuleFault::Malformed)
}

/// Returns a list that is not empty.
pub(super) fn some(value: &Value) -> Formed<&Vec<Value>> {
    let list = list(value)?;
    (!list.is_empty())
        .then_some(list)
        .ok_or(RuleFault::Malformed)
}

pub(super) fn object(value: &Value) -> Formed<&Map<String, Value>> {
    value.as_object().ok_or(RuleFault::Malformed)
}

pub(super) fn number(value: &Value) -> Formed<&Number> {
    value.as_number().ok_or(RuleFault::Malformed)
}

/// Returns names, each of them once.
pub(super) fn names(value: &Value) -> Formed<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for name in list(value)? {
        let name = name.as_str().ok_or(RuleFault::Malformed)?;
        if names.iter().any(|other| other == name) {
            return Err(RuleFault::Malformed);
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Returns a count, which may be written as `2.0`.
pub(super) fn count(value: &Value) -> Formed<u64> {
    let whole = |float: &f64| float.fract() == 0.0 && (0.0..1e15).contains(float);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside of the range
    let rounded = || value.as_f64().filter(whole).map(|float| float as u64);
    value.as_u64().or_else(rounded).ok_or(RuleFault::Malformed)
}

pub(super) fn at_least(low: u64) -> CountRange {
    CountRange {
        low,
        ..CountRange::default()
    }
}

pub(super) fn at_most(high: u64) -> CountRange {
    CountRange {
        high,
        ..CountRange::default()
    }
}

/// Decodes a URI fragment; `None` if it is malformed.
pub(super) fn decode_percents(fragment: &str) -> Option<String> {
    let mut parts = fragment.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(part.get(2..)?.bytes());
    }
    String::from_utf8(bytes).ok()
}
