//! One field with all its uses: the schema and docs that the uses share, and those of a single use.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Value};

use super::{
    FieldShapeConflict, MergedField, MergedUse, contrast::contrast, differ::differences,
    docs::FieldDocs, unite::unite,
};
use crate::{
    args::expected,
    definition::{ActionDef, ArgDef},
    schema::property_docs,
    spec::sentence::one_line,
};

/// One field name with every action that uses it.
pub(super) struct UnmergedField<'d> {
    name: &'static str,
    /// The uses, in source order.
    uses: Vec<UnmergedUse<'d>>,
    /// The documentation of values; `None` for values whose uses disagree.
    values: HashMap<&'d str, Option<String>>,
}

/// One use of a field.
struct UnmergedUse<'d> {
    /// The index of the action in the merged set.
    action: usize,
    slot: usize,
    key: &'d str,
    arg: &'d ArgDef,
}

impl<'d> UnmergedField<'d> {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            uses: Vec::new(),
            values: HashMap::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        action: usize,
        slot: usize,
        action_def: &'d ActionDef,
        arg: &'d ArgDef,
    ) {
        for (value, docs) in &arg.leaf.values {
            let text = one_line(docs);
            let agreed = self
                .values
                .entry(value)
                .or_insert_with(|| Some(text.clone()));
            if agreed.as_ref() != Some(&text) {
                *agreed = None;
            }
        }
        self.uses.push(UnmergedUse {
            action,
            slot,
            key: &action_def.key,
            arg,
        });
    }

    /// Returns the schema that accepts every value that any use accepts. The first use of each
    /// further shape is a conflict.
    pub(super) fn schema(&self) -> Result<Map<String, Value>, Vec<FieldShapeConflict>> {
        // Each shape has the use that introduced it and the united schema of its uses.
        let mut shapes: Vec<(&UnmergedUse<'d>, Map<String, Value>)> = Vec::new();
        for one in &self.uses {
            let own = &one.arg.leaf.schema;
            let fits = shapes.iter_mut().any(|(first, united)| {
                if Arc::ptr_eq(&first.arg.leaf, &one.arg.leaf) || united == own {
                    return true;
                }
                let wider = unite(united, own);
                let fits = wider.is_some();
                *united = wider.unwrap_or_else(|| std::mem::take(united));
                fits
            });
            if !fits {
                shapes.push((one, own.clone()));
            }
        }
        let mut shapes = shapes.into_iter();
        let Some((first, united)) = shapes.next() else {
            return Ok(Map::new());
        };
        let conflicts: Vec<_> = shapes
            .map(|(second, _)| self.conflict(first, second))
            .collect();
        if conflicts.is_empty() {
            Ok(united)
        } else {
            Err(conflicts)
        }
    }

    fn conflict(&self, first: &UnmergedUse<'_>, second: &UnmergedUse<'_>) -> FieldShapeConflict {
        let (first_shape, second_shape) = contrast(&first.arg.leaf.schema, &second.arg.leaf.schema);
        FieldShapeConflict {
            field: self.name,
            first: first.key.to_owned(),
            first_shape,
            second: second.key.to_owned(),
            second_shape,
        }
    }

    /// Returns the field with the united `schema` of its uses, in a set of `actions`.
    pub(super) fn merged(&self, schema: Map<String, Value>, actions: usize) -> MergedField<'d> {
        let args: Vec<_> = self.uses.iter().map(|one| one.arg).collect();
        let docs = FieldDocs::choose(self.name, &args);
        let default = self.default();
        let values = self.agreed_values(&schema);
        let uses = self.uses.iter().map(|one| MergedUse {
            action: one.action,
            slot: one.slot,
            required: one.arg.required,
            own_docs: docs.own_docs(one.arg),
            own_rules: one.rules(&schema, &values, default, docs.hold_for(one.arg)),
        });
        let always_required =
            self.uses.len() == actions && self.uses.iter().all(|one| one.arg.required);
        MergedField {
            name: self.name,
            docs: docs.text,
            default,
            always_required,
            uses: uses.collect(),
            values: property_docs::values(values),
            schema,
        }
    }

    /// Returns the definitions that the schemas refer to.
    pub(super) fn definitions(&self) -> impl Iterator<Item = (String, Value)> {
        let definitions = self.uses.iter().flat_map(|one| &one.arg.leaf.definitions);
        definitions.map(|(name, schema)| (name.clone(), schema.clone()))
    }

    /// Returns the default, if every use has the same.
    fn default(&self) -> Option<&'d Value> {
        let first = self.uses.first()?.published_default()?;
        let same = |one: &UnmergedUse<'d>| one.published_default() == Some(first);
        self.uses.iter().all(same).then_some(first)
    }

    /// Returns the values of the merged enum whose documentation agrees among the uses that have
    /// any.
    fn agreed_values<'s>(&'s self, schema: &'s Map<String, Value>) -> Vec<(&'s str, &'s str)> {
        let values = schema.get("enum").and_then(Value::as_array);
        let values = values.into_iter().flatten().filter_map(Value::as_str);
        values
            .filter_map(|value| Some((value, self.values.get(value)?.as_deref()?)))
            .collect()
    }
}

impl<'d> UnmergedUse<'d> {
    /// Returns the rules of the use that the merged field does not have. `documented` is `true` if
    /// the docs of the field hold for the use; otherwise a use without rules of its own states its
    /// type, because the docs at the field are not its own.
    fn rules(
        &self,
        merged: &Map<String, Value>,
        listed: &[(&str, &str)],
        default: Option<&Value>,
        documented: bool,
    ) -> Vec<String> {
        let leaf = &self.arg.leaf;
        let mut rules = differences(&leaf.schema, merged);
        let left = leaf.values.iter().filter(|(value, _)| {
            let is_it = |(listed, _): &(&str, &str)| listed == value;
            !listed.iter().any(is_it)
        });
        let left = property_docs::values(left.map(|(value, docs)| (&**value, &**docs)));
        if !left.is_empty() {
            rules.push(left);
        }
        if let Some(own) = self.published_default()
            && default.is_none()
        {
            rules.push(format!("default {own}"));
        }
        if rules.is_empty() && self.arg.docs.trim().is_empty() && !documented {
            rules.push(expected(&leaf.schema));
        }
        rules
    }

    fn published_default(&self) -> Option<&'d Value> {
        self.arg.default.as_ref().filter(|_| !self.arg.secret)
    }
}
