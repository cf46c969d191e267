//! The rules for constraints of arguments. The runtime checks whether a constraint fits the type,
//! because only the runtime knows the schema.

use proc_macro2::Span;
use quote::ToTokens;
use syn::LitStr;

use super::ArgConstraint;
use crate::{
    attr::{ArgAttr, CountLiteral, KeyedValue, MinMax, NumberLiteral},
    diag::{Diag, list, nearest},
    symbol::{ANY, FORMAT, ITEMS, LENGTH, PATTERN, RANGE},
};

/// The formats that the runtime validates.
const FORMATS: &[&str] = &["email", "uri", "uuid", "date", "date-time", "ipv4", "ipv6"];

pub(super) fn check(attr: &ArgAttr, diag: &mut Diag) -> Vec<ArgConstraint> {
    schema_exclusivity(attr, diag);
    let mut out = Vec::new();
    if let Some(KeyedValue { value: range, .. }) = &attr.range {
        min_max_order(range, NumberLiteral::is_above, diag);
        out.extend(range.min.clone().map(ArgConstraint::Minimum));
        out.extend(range.max.clone().map(ArgConstraint::Maximum));
    }
    if let Some(KeyedValue { value: length, .. }) = &attr.length {
        min_max_order(length, CountLiteral::is_above, diag);
        out.extend(length.min.clone().map(ArgConstraint::MinLength));
        out.extend(length.max.clone().map(ArgConstraint::MaxLength));
    }
    if let Some(KeyedValue { value: items, .. }) = &attr.items {
        min_max_order(items, CountLiteral::is_above, diag);
        out.extend(items.min.clone().map(ArgConstraint::MinItems));
        out.extend(items.max.clone().map(ArgConstraint::MaxItems));
    }
    if let Some(KeyedValue { value, .. }) = &attr.pattern {
        out.push(pattern(value, diag));
    }
    if let Some(KeyedValue { value, .. }) = &attr.format {
        out.push(format(value, diag));
    }
    out
}

/// `min` is not above `max`.
///
/// `range(min = 10, max = 1)`
fn min_max_order<T: ToTokens>(ends: &MinMax<T>, is_above: fn(&T, &T) -> bool, diag: &mut Diag) {
    if let (Some(min), Some(max)) = (&ends.min, &ends.max)
        && is_above(min, max)
    {
        let text = "`max` is below `min`, so that nothing would pass; swap them, or remove one";
        diag.error(max, text);
    }
}

/// A pattern is not empty.
///
/// `pattern = ""`
fn pattern(text: &LitStr, diag: &mut Diag) -> ArgConstraint {
    if text.value().is_empty() {
        let error = "`pattern` is empty, which every string matches; \
                     write a regular expression, or remove the key";
        diag.error(text, error);
    }
    ArgConstraint::Pattern(text.clone())
}

/// A format is one that the runtime validates.
///
/// `format = "mail"`
fn format(text: &LitStr, diag: &mut Diag) -> ArgConstraint {
    let name = text.value();
    if !FORMATS.contains(&name.as_str()) {
        let known = list(FORMATS);
        diag.error(
            text,
            match nearest(&name, FORMATS) {
                Some(meant) => {
                    format!("unknown format `{name}`; did you mean `{meant}`? known are {known}")
                }
                None => format!("unknown format `{name}`; known are {known}"),
            },
        );
    }
    ArgConstraint::Format(text.clone())
}

/// An argument with `schema` has no constraints beside it.
///
/// `#[arg(schema = json!({"type": "string"}), length(max = 5))]`
fn schema_exclusivity(attr: &ArgAttr, diag: &mut Diag) {
    if attr.schema.is_none() {
        return;
    }
    let beside: [(&str, Option<Span>); 6] = [
        (RANGE, attr.range.as_ref().map(|keyed| keyed.key)),
        (LENGTH, attr.length.as_ref().map(|keyed| keyed.key)),
        (ITEMS, attr.items.as_ref().map(|keyed| keyed.key)),
        (PATTERN, attr.pattern.as_ref().map(|keyed| keyed.key)),
        (FORMAT, attr.format.as_ref().map(|keyed| keyed.key)),
        (ANY, attr.any.map(|flag| flag.span)),
    ];
    for (key, at) in beside {
        let Some(at) = at else { continue };
        let way_out = match key {
            ANY => "remove `any`".to_owned(),
            _ => format!("write `{key}` as a keyword of JSON Schema, or remove `schema`"),
        };
        diag.error_at(at, format!("`schema` replaces this key: {way_out}"));
    }
}
