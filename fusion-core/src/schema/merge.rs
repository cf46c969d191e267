//! The merge that produces every input schema: the fields of a set of actions in one flat object.

mod contrast;
mod differ;
mod docs;
mod field;
#[cfg(test)]
mod tests;
mod unite;

use std::collections::HashMap;

use serde_json::{Map, Value};

pub(crate) use self::docs::best_docs;
use self::field::UnmergedField;
#[cfg(test)]
pub(super) use self::unite::unite;
use super::property_docs;
use crate::{
    definition::ActionDef,
    spec::sentence::{append_sentence, with_tail},
};

/// The merged fields of a set of actions.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct MergedSchema<'d> {
    /// The fields, in order of first appearance, without the discriminator.
    pub(crate) fields: Vec<MergedField<'d>>,
    /// The targets of references in the fields, which are published as `$defs` at the root of the
    /// schema.
    pub(crate) definitions: Map<String, Value>,
}

/// One property of the merged schema.
#[derive(Debug, PartialEq)]
pub(crate) struct MergedField<'d> {
    pub(crate) name: &'static str,
    /// The schema that accepts every value that any use accepts, without docs and default.
    pub(crate) schema: Map<String, Value>,
    /// The docs that most uses share, weighted by length; may be empty.
    pub(crate) docs: &'d str,
    /// The docs of an enum's values as far as all uses agree; may be empty.
    pub(crate) values: String,
    /// The default, if all uses publish the same.
    pub(crate) default: Option<&'d Value>,
    /// `true` if every action requires the field.
    pub(crate) always_required: bool,
    /// The uses, in the order of the actions.
    pub(crate) uses: Vec<MergedUse<'d>>,
}

/// One use of a field, with its differences from the field.
#[derive(Debug, PartialEq)]
pub(crate) struct MergedUse<'d> {
    /// The index of the action in the merged set.
    pub(crate) action: usize,
    pub(crate) slot: usize,
    pub(crate) required: bool,
    /// The docs, if they are not those of the field.
    pub(crate) own_docs: Option<&'d str>,
    /// The rules that the field does not have, in a few words.
    pub(crate) own_rules: Vec<String>,
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

impl MergedSchema<'_> {
    /// Adds the limits of each field to its text; see
    /// [`RegistryBuilder::limits_in_words`](crate::RegistryBuilder::limits_in_words).
    pub(crate) fn put_limits_into_words(&mut self) {
        let fields = self.fields.iter_mut();
        fields.for_each(MergedField::put_limits_into_words);
    }

    /// Returns the fields that every action requires, in order.
    pub(crate) fn required(&self) -> impl Iterator<Item = &'static str> {
        let fields = self.fields.iter().filter(|field| field.always_required);
        fields.map(|field| field.name)
    }
}

impl MergedField<'_> {
    /// Returns the docs and those of the values; empty if there are none.
    pub(crate) fn text(&self) -> String {
        with_tail(self.docs, &self.values)
    }

    /// Adds the limits to the docs of the values, so that hosts which drop keywords of schemas do
    /// not hide them from the model.
    fn put_limits_into_words(&mut self) {
        let limits = property_docs::limits(&self.schema, self.default, &self.text());
        append_sentence(&mut self.values, &limits);
    }

    /// Returns the finished property with a description.
    pub(crate) fn property(mut self, description: String) -> Map<String, Value> {
        if !description.is_empty() {
            let description = description.into();
            self.schema.insert("description".to_owned(), description);
        }
        if let Some(default) = self.default {
            self.schema.insert("default".to_owned(), default.clone());
        }
        self.schema
    }
}

/// Merges the arguments of `actions`.
pub(crate) fn merge<'d>(
    actions: &[&'d ActionDef],
) -> Result<MergedSchema<'d>, Vec<FieldShapeConflict>> {
    let mut merged = MergedSchema::default();
    let mut conflicts = Vec::new();
    for field in collect_fields(actions) {
        match field.schema() {
            Err(found) => conflicts.extend(found),
            Ok(schema) => {
                merged.definitions.extend(field.definitions());
                merged.fields.push(field.merged(schema, actions.len()));
            }
        }
    }
    if conflicts.is_empty() {
        Ok(merged)
    } else {
        Err(conflicts)
    }
}

/// Returns the fields in order of first appearance, each with all its uses.
fn collect_fields<'d>(actions: &[&'d ActionDef]) -> Vec<UnmergedField<'d>> {
    let mut fields: Vec<UnmergedField<'d>> = Vec::new();
    let mut by_name = HashMap::new();
    for (index, action) in actions.iter().enumerate() {
        for (slot, arg) in action.args.iter().enumerate() {
            let at = *by_name.entry(arg.name).or_insert(fields.len());
            if at == fields.len() {
                fields.push(UnmergedField::new(arg.name));
            }
            fields[at].add(index, slot, action, arg);
        }
    }
    fields
}
