//! The merge that produces every input schema: the fields of a set of actions in one flat object.

mod differ;
mod field;
#[cfg(test)]
mod tests;
mod unite;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::field::MergedField;
#[cfg(test)]
pub(super) use self::unite::unite;
use crate::definition::ActionDef;

/// The merged fields of a set of actions.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct MergedSchema {
    /// The names and finished property schemas, in order of first appearance, without the
    /// discriminator.
    pub(crate) properties: Vec<(&'static str, Map<String, Value>)>,
    /// The fields that every action requires, in the same order.
    pub(crate) required: Vec<&'static str>,
    /// For each action, in order: the differences of its arguments from the merged fields, which
    /// its own line of the description contains, such as `id: Issue to delete; 1..100; default 5`.
    pub(crate) differences: Vec<Vec<String>>,
    /// The targets of references in the properties, which are published as `$defs` at the root of
    /// the schema.
    pub(crate) definitions: Map<String, Value>,
}

/// One field with two shapes that cannot be merged.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldShapeConflict {
    pub(crate) field: &'static str,
    pub(crate) first: String,
    pub(crate) first_shape: String,
    pub(crate) second: String,
    pub(crate) second_shape: String,
}

/// Merges the arguments of `actions`, and notes on each field the actions that take it.
pub(crate) fn merge(actions: &[&ActionDef]) -> Result<MergedSchema, Vec<FieldShapeConflict>> {
    fold(actions, actions.len() > 1)
}

/// Merges the arguments without notes, for one action, or for a description that lists the
/// arguments of each.
pub(crate) fn merge_without_notes(
    actions: &[&ActionDef],
) -> Result<MergedSchema, Vec<FieldShapeConflict>> {
    fold(actions, false)
}

fn fold(actions: &[&ActionDef], notes: bool) -> Result<MergedSchema, Vec<FieldShapeConflict>> {
    let mut merged = MergedSchema::default();
    let mut conflicts = Vec::new();
    // The differences for each action, with the slot of the argument.
    let mut differences: Vec<Vec<(usize, String)>> = vec![Vec::new(); actions.len()];
    for field in collect_fields(actions) {
        match field.schema() {
            Err(found) => conflicts.extend(found),
            Ok(schema) => {
                let default = field.default();
                for one in &field.uses {
                    merged.definitions.extend(one.definitions());
                    let text = field.difference(one, &schema, default);
                    differences[one.action].extend(text.map(|text| (one.slot, text)));
                }
                if field.always_required(actions.len()) {
                    merged.required.push(field.name);
                }
                let note = if notes {
                    field.note(actions.len())
                } else {
                    String::new()
                };
                let property = field.property(schema, default, &note);
                merged.properties.push((field.name, property));
            }
        }
    }
    merged.differences = differences.into_iter().map(in_source_order).collect();
    if conflicts.is_empty() {
        Ok(merged)
    } else {
        Err(conflicts)
    }
}

/// Returns the fields in order of first appearance, each with all its uses.
fn collect_fields<'d>(actions: &[&'d ActionDef]) -> Vec<MergedField<'d>> {
    let mut fields: Vec<MergedField<'d>> = Vec::new();
    let mut by_name = HashMap::new();
    for (index, action) in actions.iter().enumerate() {
        for (slot, arg) in action.args.iter().enumerate() {
            let at = *by_name.entry(arg.name).or_insert(fields.len());
            if at == fields.len() {
                fields.push(MergedField::new(arg.name));
            }
            fields[at].add(index, slot, action, arg);
        }
    }
    fields
}

fn in_source_order(mut differences: Vec<(usize, String)>) -> Vec<String> {
    differences.sort_by_key(|(slot, _)| *slot);
    differences.into_iter().map(|(_, text)| text).collect()
}
