//! The `Expected:` line: the fields of one action, their types and bounds.

use std::borrow::Cow;

use serde_json::Value;

use super::limit::{LIST, PART, as_many_as_fit, shortened};
use crate::definition::{ActionDef, ArgDef};

/// With more fields than this, only the required ones are told.
const FIELDS: usize = 12;

/// `email: string (required), state: open|closed`, in source order.
pub(super) fn expected_fields(action: &ActionDef) -> String {
    let all = action.args.len();
    if all == 0 {
        return "no arguments".to_owned();
    }
    let fields = action.args.iter().enumerate();
    let words = |(slot, arg)| field(action, slot, arg);
    if all <= FIELDS {
        return as_many_as_fit(fields.map(words), ", ", LIST);
    }
    let required = fields.filter(|(_, arg)| arg.required);
    let optional = all - required.clone().count();
    let list = as_many_as_fit(required.map(words), ", ", LIST);
    match (list.is_empty(), optional) {
        (true, _) => format!("{optional} optional fields"),
        (false, 0) => list,
        (false, _) => format!("{list}, and {optional} optional"),
    }
}

fn field(action: &ActionDef, slot: usize, arg: &ArgDef) -> String {
    let required = if arg.required { " (required)" } else { "" };
    let words = words(action, slot, arg);
    format!("{}: {words}{required}", arg.name)
}

/// What an argument takes; of a secret that lists its values only the type, since one of them it is.
pub(super) fn words<'a>(action: &'a ActionDef, slot: usize, arg: &'a ArgDef) -> Cow<'a, str> {
    match action.terms.plan(slot) {
        Some(plan) if !(arg.secret && plan.lists_values()) => shortened(plan.expected(), PART),
        _ => {
            let name = arg.leaf.schema.get("type").and_then(Value::as_str);
            name.unwrap_or("value").into()
        }
    }
}
