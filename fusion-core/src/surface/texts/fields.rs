//! The `Expected:` line: the fields of one action, their types and bounds.

use std::borrow::Cow;

use serde_json::Value;

use super::limit::{LIST, PART, as_many_as_fit, shorten};
use crate::{
    args::ArgumentPlans,
    definition::{ActionDef, ArgDef},
};

/// Number of fields up to which optional ones are listed; beyond it, only required ones are.
const FIELDS: usize = 12;

/// `email: string (required), state: open|closed`, in source order after the required fields
/// of `common`. `plans` are those of the listed tool.
pub(super) fn expected_fields<'a>(action: &ActionDef, plans: &'a ArgumentPlans) -> &'a str {
    plans.in_words(|| fields_in_words(action, plans))
}

fn fields_in_words(action: &ActionDef, plans: &ArgumentPlans) -> String {
    let fields = |common: bool| {
        let fields = action.args.iter().enumerate();
        let fields = fields.filter(move |(_, arg)| arg.is_required_common() == common);
        fields.filter(|(slot, _)| plans.plan(*slot).is_some())
    };
    let fields = fields(true).chain(fields(false));
    let all = fields.clone().count();
    if all == 0 {
        return "no arguments".to_owned();
    }
    let words = |(slot, arg)| field(plans, slot, arg);
    if all <= FIELDS {
        return as_many_as_fit(fields.map(words), ", ", LIST);
    }
    let required = fields.filter(|(slot, _)| plans.is_required(*slot));
    let optional = all - required.clone().count();
    let list = as_many_as_fit(required.map(words), ", ", LIST);
    match (list.is_empty(), optional) {
        (true, _) => format!("{optional} optional fields"),
        (false, 0) => list,
        (false, _) => format!("{list}, and {optional} optional"),
    }
}

fn field(plans: &ArgumentPlans, slot: usize, arg: &ArgDef) -> String {
    let required = if plans.is_required(slot) {
        " (required)"
    } else {
        ""
    };
    let words = type_words(plans, slot, arg);
    format!("{}: {words}{required}", arg.name)
}

/// Returns the type of an argument in words. A secret argument that lists its allowed values shows
/// only its JSON type, because one of the values is the secret.
pub(super) fn type_words<'a>(
    plans: &'a ArgumentPlans,
    slot: usize,
    arg: &'a ArgDef,
) -> Cow<'a, str> {
    match plans.plan(slot) {
        Some(plan) if !(arg.secret && plan.lists_values()) => shorten(plan.expected(), PART),
        _ => {
            let name = arg.leaf.schema.get("type").and_then(Value::as_str);
            name.unwrap_or("value").into()
        }
    }
}
