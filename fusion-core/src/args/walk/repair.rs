//! Lossless repair: it converts a value of the wrong kind that has exactly one reading as the
//! declared kind.
//!
//! Only the declared schema decides. Of enumerated values, only numbers are repaired, into listed ones.
//! Numbers are never repaired into strings.

use serde_json::{Number, Value};

use super::ArgumentWalk;
use crate::{
    args::plan::{
        ARRAY, BOOL, FLOAT, INTEGER, NULL, OBJECT, PlanNode, STRING, kind, listed_number,
    },
    error::{BoundedList, kind_name},
};

/// The number of values that a call may hold in texts, which are parsed as arrays or objects. A parsed
/// value needs up to sixteen times the memory of its text.
const MAX_VALUES_IN_TEXT: usize = 32_768;

/// The length of a text that is parsed as a number or a boolean, in bytes.
const MAX_SCALAR_TEXT: usize = 1_024;

/// The largest integer that a float represents exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// A value that was read as another kind, or as omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repair {
    /// The argument's position in its action.
    pub(crate) slot: usize,
    /// The path from the argument to the value, such as `.tags[1]`.
    pub(crate) path: String,
    /// The kind that was sent.
    pub(crate) sent: &'static str,
    /// The kind that it was read as, or `absent`.
    pub(crate) read: &'static str,
}

/// The repairs of a call.
#[derive(Debug)]
pub(crate) struct RepairNotes {
    pub(crate) list: BoundedList<Repair>,
    /// The number of values that may still be parsed from text.
    values_left: usize,
}

impl Default for RepairNotes {
    fn default() -> Self {
        Self {
            list: BoundedList::default(),
            values_left: MAX_VALUES_IN_TEXT,
        }
    }
}

impl RepairNotes {
    /// Returns `value` as a node reads it, if the node accepts another kind than was sent.
    pub(super) fn read(&mut self, value: &Value, node: &PlanNode) -> Option<Value> {
        repair(value, node, &mut self.values_left)
    }
}

impl Repair {
    /// Returns the repair of an empty string that omits an optional argument.
    pub(in crate::args) fn blank(slot: usize) -> Self {
        Self {
            slot,
            path: String::new(),
            sent: "empty string",
            read: "absent",
        }
    }
}

impl ArgumentWalk<'_> {
    /// Repairs a value of the wrong kind in place. Returns `true` on success.
    pub(super) fn repair_in_place(&mut self, value: &mut Value, node: &PlanNode) -> bool {
        let Some(read) = self.read_as(value, node) else {
            return false;
        };
        // JSON Schema defines `30.0` as an integer, so that without repair it is none.
        let kind_read = match &read {
            Value::Number(number) if !number.is_f64() => "integer",
            read => kind_name(read),
        };
        self.note_repair(kind_name(value), kind_read);
        *value = read;
        true
    }

    /// Returns `value` as a node reads it, if the node accepts another kind than was sent. Without
    /// repair, only numbers are converted.
    pub(super) fn read_as(&mut self, value: &Value, node: &PlanNode) -> Option<Value> {
        if self.repair || value.is_number() {
            self.repairs.read(value, node)
        } else {
            None
        }
    }
}

fn repair(value: &Value, node: &PlanNode, values_left: &mut usize) -> Option<Value> {
    if let (Value::Number(number), Some(values)) = (value, node.values()) {
        return listed_number(values, number).cloned();
    }
    // A text may have a listed float without its fraction.
    let kinds = match node.values() {
        Some(_) if node.kinds & FLOAT != 0 => node.kinds | INTEGER,
        _ => node.kinds,
    };
    let read = match value {
        Value::Number(number) if kinds & INTEGER != 0 => to_integer(number)?,
        Value::String(text) if kinds & STRING == 0 => parse_as(text, kinds, values_left)?,
        _ => return None,
    };
    match node.values() {
        None => Some(read),
        Some(values) => as_listed(&read, values),
    }
}

/// Returns a number in the form in which an enum lists it; `None` if it does not, or for other values.
fn as_listed(read: &Value, values: &[Value]) -> Option<Value> {
    listed_number(values, read.as_number()?).cloned()
}

/// Returns the key of a map with integers as keys that a text means: `"3.0"` → `"3"`.
pub(super) fn integer_key(text: &str) -> Option<String> {
    match parse_as(text, INTEGER, &mut 0)? {
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Parses a string whose content is JSON of a declared kind: `"5"` → 5, `"true"` → true, `"[1, 2]"`
/// → [1, 2].
fn parse_as(text: &str, kinds: u8, values_left: &mut usize) -> Option<Value> {
    let announced = kinds_of_text(text);
    if announced & kinds == 0 {
        return None;
    }
    if announced & (ARRAY | OBJECT) != 0 {
        let values = text.bytes().filter(|byte| *byte == b',').count();
        *values_left = values_left.checked_sub(values)?;
    } else if text.len() > MAX_SCALAR_TEXT {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let value = match value {
        Value::Number(number) if number.is_f64() && kinds & FLOAT == 0 => to_integer(&number)?,
        value => value,
    };
    let blank = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    let nested = value.is_array() || value.is_object();
    let declared = kind(&value) & kinds & !(NULL | STRING) != 0;
    (declared && (nested || !blank)).then_some(value)
}

/// Returns the kinds that JSON with this first letter may have, so that no text is parsed in vain.
fn kinds_of_text(text: &str) -> u8 {
    match text.trim_start().bytes().next() {
        Some(b'[') => ARRAY,
        Some(b'{') => OBJECT,
        Some(b't' | b'f') => BOOL,
        Some(b'-' | b'0'..=b'9') => INTEGER | FLOAT,
        _ => 0,
    }
}

/// Converts a float without a fraction into an integer: `30.0` → 30.
pub(in crate::args) fn to_integer(number: &Number) -> Option<Value> {
    let float = number.as_f64().filter(|_| number.is_f64())?;
    if float.fract() != 0.0 || float.abs() > SAFE {
        return None;
    }
    #[allow(clippy::cast_possible_truncation)] // whole, and inside 2^53
    let integer = float as i64;
    Some(integer.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::args::plan::Plan;

    #[test]
    fn only_what_means_one_thing_is_repaired() {
        for (schema, value, repaired) in [
            (json!({"type": "integer"}), json!("5"), Some(json!(5))),
            (json!({"type": "integer"}), json!("-3"), Some(json!(-3))),
            (json!({"type": "integer"}), json!("30.0"), Some(json!(30))),
            (json!({"type": "integer"}), json!("1e3"), Some(json!(1000))),
            (json!({"type": "integer"}), json!(30.0), Some(json!(30))),
            (json!({"type": "integer"}), json!(-0.0), Some(json!(0))),
            (json!({"type": "integer"}), json!(1.5), None),
            (json!({"type": "integer"}), json!("1.5"), None),
            (json!({"type": "integer"}), json!(1e16), None),
            (
                json!({"type": "integer"}),
                json!("18446744073709551616"),
                None,
            ),
            (json!({"type": "integer"}), json!(" 5"), None),
            (json!({"type": "integer"}), json!("+5"), None),
            (json!({"type": "integer"}), json!("05"), None),
            (json!({"type": "integer"}), json!(""), None),
            (json!({"type": "integer"}), json!("null"), None),
            (json!({"type": "integer"}), json!("five"), None),
            (json!({"type": "integer"}), json!(true), None),
            (json!({"type": "integer"}), json!(["5"]), None),
            (
                json!({"type": "integer", "enum": [1, 2]}),
                json!("1"),
                Some(json!(1)),
            ),
            (json!({"enum": [1, 2]}), json!(2.0), Some(json!(2))),
            (json!({"enum": [1, 2]}), json!("2.0"), Some(json!(2))),
            (json!({"const": 1}), json!("1"), Some(json!(1))),
            (json!({"enum": [0.5, 1]}), json!("1.0"), Some(json!(1))),
            (json!({"enum": [0.5, 1]}), json!("0.5"), Some(json!(0.5))),
            (json!({"enum": [1, 2]}), json!("3"), None),
            (json!({"enum": [1, 2]}), json!(3.0), None),
            (json!({"enum": [0.5, 2.0]}), json!(2), Some(json!(2.0))),
            (json!({"enum": [0.5, 2.0]}), json!("2"), Some(json!(2.0))),
            (
                json!({"type": "number", "enum": [0.5, 2.0]}),
                json!(1),
                None,
            ),
            (json!({"enum": [1, "1.0"]}), json!("1"), None),
            (json!({"enum": [true]}), json!("true"), None),
            (
                json!({"oneOf": [{"const": 1}, {"const": 2}]}),
                json!("2"),
                Some(json!(2)),
            ),
            (json!({"type": "number"}), json!("0.5"), Some(json!(0.5))),
            (json!({"type": "number"}), json!("5"), Some(json!(5))),
            (json!({"type": "boolean"}), json!("true"), Some(json!(true))),
            (json!({"type": "boolean"}), json!("True"), None),
            (json!({"type": "boolean"}), json!("1"), None),
            (json!({"type": "boolean"}), json!(1), None),
            (json!({"type": "string"}), json!(5), None),
            (
                json!({"type": "object"}),
                json!("{\"a\": 1} "),
                Some(json!({"a": 1})),
            ),
            (json!({"type": "array"}), json!("[1]"), Some(json!([1]))),
            (json!({"type": "array"}), json!("{}"), None),
            (json!({"type": "array"}), json!("a,b"), None),
            (json!({"type": ["string", "integer"]}), json!("5"), None),
            (json!({"type": ["null", "integer"]}), json!("null"), None),
            (
                json!({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}),
                json!("true"),
                Some(json!(true)),
            ),
        ] {
            let plan = Plan::compile(schema.as_object().unwrap()).unwrap();
            assert!(!plan.fits(&value) || repaired.is_none(), "{schema} {value}");
            let found = if plan.fits(&value) {
                None
            } else {
                RepairNotes::default().read(&value, &plan.node)
            };
            assert_eq!(found, repaired, "{schema} {value}");
        }
    }
}
