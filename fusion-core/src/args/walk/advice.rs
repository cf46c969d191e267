//! The texts about a sent value: its property that is invalid, and the correction that a model may need.

use serde_json::Value;

use super::NullHandling;
use crate::{
    args::plan::{ARRAY, OBJECT, PlanNode, STRING},
    error::{Advice, echo},
};

/// Describes the sent value by the property that is invalid: a string that is too long by its
/// length.
pub(super) fn describe_sent(value: &Value, node: &PlanNode) -> String {
    let rules = node.rules.as_ref();
    match value {
        Value::String(text) => {
            let count = text.chars().count();
            if rules.is_some_and(|rules| node.kinds & STRING != 0 && !rules.length.contains(count))
            {
                return with_unit(count, "character");
            }
        }
        Value::Array(values) if rules.is_some_and(|rules| !rules.count.contains(values.len())) => {
            return with_unit(values.len(), "item");
        }
        _ => {}
    }
    echo(value)
}

fn with_unit(count: usize, what: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {what}{end}")
}

/// Returns the correction that a model which sent `value` may have intended.
pub(super) fn advice(value: &Value, node: &PlanNode, place: NullHandling) -> Option<Advice> {
    let nothing = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty() || text == "null",
        Value::Object(fields) => fields.is_empty() && node.kinds & OBJECT == 0,
        _ => false,
    };
    let items = node.rules.as_ref().and_then(|rules| rules.items.as_ref());
    // Where `null` is a value, it would not omit the field.
    let may_be_omitted = place == NullHandling::Optional && !node.takes_null();
    match value {
        Value::Array(values) if values.iter().all(nothing) && may_be_omitted => {
            Some(Advice::LeaveOut)
        }
        Value::Array(values) => match values.as_slice() {
            [only] if node.fits(only) => Some(Advice::Unwrap),
            _ => None,
        },
        Value::Number(_) if node.fits(&Value::String(value.to_string())) => Some(Advice::Quote),
        value if nothing(value) => may_be_omitted.then_some(Advice::LeaveOut),
        Value::String(text) if is_json_text(text, node) => Some(Advice::Parse),
        value if items.is_some_and(|items| items.fits(value)) => Some(Advice::Wrap),
        _ => None,
    }
}

/// Returns `true` if a text looks like the array or object that is expected, written as JSON.
fn is_json_text(text: &str, node: &PlanNode) -> bool {
    let text = text.trim_start();
    node.kinds & ARRAY != 0 && text.starts_with('[')
        || node.kinds & OBJECT != 0 && text.starts_with('{')
}
