//! Fields of other actions among the arguments of a call. Several hosts send every property of a
//! tool's schema with every call: `null`, the published default, or an empty value of its type.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::row::LocatedRow;
use crate::{
    definition::{ActionDef, ArgDef, ToolDef},
    surface::ListedRows,
};

/// The handling of arguments that belong to another action of the same listed tool.
///
/// Several hosts fill in every property of a tool's schema, also those that the called action does not
/// have. `null`, `""`, `[]`, `{}` and the published default of such a field are always ignored. This
/// setting decides about all other values.
///
/// Only fields of actions that the caller may see, in the tool that is called, are concerned. A field
/// of a hidden action is an unknown field, as is every field of another action in
/// [`Exposition::Flat`](crate::Exposition::Flat).
///
/// ```
/// use fusion_core::{Ctx, Registry, build::ForeignFields, tool_group};
/// use serde_json::json;
///
/// struct Issues;
///
/// #[tool_group(name = "issues")]
/// impl Issues {
///     #[action(read_only)]
///     fn get(issue: u64) -> String {
///         format!("issue {issue}")
///     }
///
///     #[action]
///     fn open(title: String, urgent: bool) -> String {
///         format!("{title} {urgent}")
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let sent = json!({"action": "get", "issue": 1, "title": "", "urgent": false});
/// let registry = Registry::builder().tool(Issues).build()?;
/// assert!(registry.call("issues", sent.clone(), Ctx::new()).await.is_err()); // `false` may be meant
///
/// let builder = Registry::builder().foreign_fields(ForeignFields::Ignore);
/// let registry = builder.tool(Issues).build()?;
/// assert!(registry.call("issues", sent, Ctx::new()).await.is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignFields {
    /// Refuses the call, and names the action that the field belongs to. The default.
    #[default]
    Refuse,
    /// Ignores the field whatever its value: for hosts that fill in `0`, `false` or the first value of
    /// an enum. A model that confuses two actions is then not corrected.
    Ignore,
}

/// The rule for fields that the called action does not have.
#[derive(Clone, Copy)]
pub(super) struct ForeignRule<'a> {
    pub(super) setting: ForeignFields,
    pub(super) tool: &'a ToolDef,
    /// The called action.
    pub(super) def: &'a ActionDef,
    /// The part of the tool that was called. Actions outside of it do not exist for the caller.
    pub(super) rows: &'a ListedRows,
}

impl<'a> ForeignRule<'a> {
    /// Returns the rule for calls of a row; `None` for a prompt or a resource, which no tool lists.
    pub(super) fn new(row: &LocatedRow<'a, 'a>, setting: ForeignFields) -> Option<Self> {
        let (_, rows) = row.listing?;
        Some(Self {
            setting,
            tool: &row.tool.def,
            def: row.def,
            rows,
        })
    }
}

impl ForeignRule<'_> {
    /// Returns `true` if a field is ignored. `name` is no listed argument of the called action.
    #[cold]
    pub(super) fn ignores(&self, name: &str, value: &Value) -> bool {
        let ignored = self.is_filled_in(name, value);
        if ignored {
            let (tool, key) = (self.tool.spec.name, &self.def.key);
            tracing::debug!(
                action = %format_args!("{tool}/{key}"),
                field = name,
                "ignored a field of another action"
            );
        }
        ignored
    }

    /// Returns `true` if a field of another action has a value with which hosts fill in all fields.
    #[cold]
    pub(super) fn is_filled_in(&self, name: &str, value: &Value) -> bool {
        let uses = self.tool.uses(name);
        // Hosts fill in listed names only, so that an alias that two actions share is meant.
        let is_alias = self.def.args.iter().any(|arg| arg.has_name(name));
        let visible = uses
            .filter(|(action, arg)| self.rows.accepts(*action) && (!is_alias || arg.name == name));
        let mut visible = visible.map(|(_, arg)| arg);
        if self.setting == ForeignFields::Ignore || is_empty(value) {
            visible.next().is_some()
        } else {
            visible.any(|arg| is_default(arg, value))
        }
    }
}

/// Removes ignored fields from the arguments that middleware reads.
#[cold]
pub(super) fn remove_ignored(arguments: &mut Map<String, Value>, ignored: &[String]) {
    for name in ignored {
        arguments.remove(name);
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns `true` if `value` is the published default. That of a secret is not published.
fn is_default(arg: &ArgDef, value: &Value) -> bool {
    let default = arg.default.as_ref().filter(|_| !arg.secret);
    default.is_some_and(|default| is_same(default, value))
}

/// Compares two values as JSON Schema does: `20` and `20.0` are the same number.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() != b.is_f64() => {
            let order = a.as_f64().zip(b.as_f64());
            order.and_then(|(a, b)| a.partial_cmp(&b)) == Some(Ordering::Equal)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(name, a): (&String, &Value)| b.get(name).is_some_and(|b| is_same(a, b));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_compared_by_value_wherever_they_stand() {
        for (one, other, same) in [
            (json!(20), json!(20.0), true),
            (json!(-0.0), json!(0), true),
            (json!(20), json!(20.5), false),
            (json!(20), json!("20"), false),
            (json!([1, {"a": 2.0}]), json!([1.0, {"a": 2}]), true),
            (json!([1]), json!([1, 1]), false),
            (json!({"a": 1}), json!({"b": 1}), false),
            (json!({"a": 1}), json!({"a": 1, "b": 1}), false),
            (json!("open"), json!("open"), true),
        ] {
            assert_eq!(is_same(&one, &other), same, "{one} {other}");
            assert_eq!(is_same(&other, &one), same, "{other} {one}");
        }
    }
}
