//! The `Expected:` line: the fields of one action, their types and bounds.

use serde_json::Value;

use super::bounded::{LIST, PART, as_many_as_fit, shortened};
use crate::{
    args::expected,
    definition::{ActionDef, ArgDef},
};

/// With more fields than this, only the required ones are told.
const FIELDS: usize = 12;

/// `email: string (required), state: open|closed`, in source order.
pub(super) fn expected_fields(action: &ActionDef) -> String {
    let all = action.args.len();
    if all == 0 {
        return "no arguments".to_owned();
    }
    if all <= FIELDS {
        return as_many_as_fit(action.args.iter().map(field), ", ", LIST);
    }
    let required: Vec<_> = action.args.iter().filter(|arg| arg.required).collect();
    let optional = all - required.len();
    let list = as_many_as_fit(required.into_iter().map(field), ", ", LIST);
    match (list.is_empty(), optional) {
        (true, _) => format!("{optional} optional fields"),
        (false, 0) => list,
        (false, _) => format!("{list}, and {optional} optional"),
    }
}

fn field(arg: &ArgDef) -> String {
    let required = if arg.required { " (required)" } else { "" };
    format!("{}: {}{required}", arg.name, type_words(arg))
}

/// The type of an argument; of a secret one not more than its name, which tells no value.
pub(super) fn type_words(arg: &ArgDef) -> String {
    if arg.secret {
        let name = arg.leaf.schema.get("type").and_then(Value::as_str);
        return name.unwrap_or("value").to_owned();
    }
    shortened(&expected(&arg.leaf.schema), PART)
}
