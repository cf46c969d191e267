//! One field with all its uses: the schema and docs that the uses share, and those of a single use.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Value};

use super::{FieldShapeConflict, differ::differences, unite::unite};
use crate::{
    args::expected,
    definition::{ActionDef, ArgDef},
    schema::property_docs,
    spec::sentence::{first_sentence, one_line},
};

/// One field name with every action that uses it.
pub(super) struct MergedField<'d> {
    pub(super) name: &'static str,
    /// The uses, in source order.
    pub(super) uses: Vec<FieldUse<'d>>,
    /// `true` if all uses have the same documentation.
    one_docs: bool,
    /// The documentation of values; `None` for values whose uses disagree.
    values: HashMap<&'d str, Option<String>>,
}

/// One use of a field.
pub(super) struct FieldUse<'d> {
    /// The index of the action in the merged set.
    pub(super) action: usize,
    pub(super) slot: usize,
    key: &'d str,
    arg: &'d ArgDef,
}

impl<'d> MergedField<'d> {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            uses: Vec::new(),
            one_docs: true,
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
        if let Some(first) = self.uses.first() {
            self.one_docs &= first.arg.docs.trim() == arg.docs.trim();
        }
        for (value, docs) in &arg.leaf.values {
            let sentence = first_sentence(docs).text;
            let agreed = self
                .values
                .entry(value)
                .or_insert_with(|| Some(sentence.clone()));
            if agreed.as_ref() != Some(&sentence) {
                *agreed = None;
            }
        }
        self.uses.push(FieldUse {
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
        let mut shapes: Vec<(&FieldUse<'d>, Map<String, Value>)> = Vec::new();
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

    fn conflict(&self, first: &FieldUse<'_>, second: &FieldUse<'_>) -> FieldShapeConflict {
        let (a, b) = (&first.arg.leaf.schema, &second.arg.leaf.schema);
        // The names of the fields are enough if they differ; longer texts are the fallback.
        let (mut first_shape, mut second_shape) = (String::new(), String::new());
        for words in [names, fields, json] {
            (first_shape, second_shape) = (words(a), words(b));
            if first_shape != second_shape {
                break;
            }
        }
        FieldShapeConflict {
            field: self.name,
            first: first.key.to_owned(),
            first_shape,
            second: second.key.to_owned(),
            second_shape,
        }
    }

    /// Returns the default, if every use has the same.
    pub(super) fn default(&self) -> Option<&'d Value> {
        let first = self.uses.first()?.published_default()?;
        let same = |one: &FieldUse<'d>| one.published_default() == Some(first);
        self.uses.iter().all(same).then_some(first)
    }

    pub(super) fn always_required(&self, actions: usize) -> bool {
        self.uses.len() == actions && self.uses.iter().all(|one| one.arg.required)
    }

    /// Returns the finished property.
    pub(super) fn property(
        &self,
        mut schema: Map<String, Value>,
        default: Option<&Value>,
        note: &str,
    ) -> Map<String, Value> {
        let docs = match self.uses.first() {
            Some(first) if self.one_docs => first.arg.docs.trim(),
            _ => "",
        };
        let values = property_docs::values(self.agreed_values(&schema));
        let text = property_docs::description(docs, &values, note);
        if !text.is_empty() {
            schema.insert("description".to_owned(), text.into());
        }
        if let Some(default) = default {
            schema.insert("default".to_owned(), default.clone());
        }
        schema
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

    /// Returns the note about the actions that take the field.
    pub(super) fn note(&self, actions: usize) -> String {
        if self.always_required(actions) {
            return "(always required)".to_owned();
        }
        let keys = |required: bool| {
            let uses = self.uses.iter().filter(|one| one.arg.required == required);
            uses.map(|one| one.key).collect::<Vec<_>>().join(", ")
        };
        let notes = [("Required for", keys(true)), ("For", keys(false))];
        let notes = notes.iter().filter(|(_, keys)| !keys.is_empty());
        notes
            .map(|(for_whom, keys)| format!("{for_whom}: {keys}"))
            .collect::<Vec<_>>()
            .join(". ")
    }

    /// Returns the difference between one use and the merged field: `id: Issue to delete; 1..100;
    /// default 5`.
    pub(super) fn difference(
        &self,
        one: &FieldUse<'d>,
        merged: &Map<String, Value>,
        default: Option<&Value>,
    ) -> Option<String> {
        let mut parts = Vec::new();
        let docs = one_line(&one.arg.docs);
        if !self.one_docs && !docs.is_empty() {
            parts.push(docs);
        }
        parts.extend(differences(&one.arg.leaf.schema, merged));
        let listed = self.agreed_values(merged);
        let left = one.arg.leaf.values.iter().filter(|(value, _)| {
            let is_it = |(listed, _): &(&str, &str)| listed == value;
            !listed.iter().any(is_it)
        });
        let left = property_docs::values(left.map(|(value, docs)| (&**value, &**docs)));
        if !left.is_empty() {
            parts.push(left);
        }
        if let Some(own) = one.published_default()
            && default.is_none()
        {
            parts.push(format!("default {own}"));
        }
        (!parts.is_empty()).then(|| format!("{}: {}", self.name, parts.join("; ")))
    }
}

impl<'d> FieldUse<'d> {
    /// Returns the definitions that the schemas refer to.
    pub(super) fn definitions(&self) -> impl Iterator<Item = (String, Value)> + use<'d> {
        let definitions = self.arg.leaf.definitions.iter();
        definitions.map(|(name, schema)| (name.clone(), schema.clone()))
    }

    fn published_default(&self) -> Option<&'d Value> {
        self.arg.default.as_ref().filter(|_| !self.arg.secret)
    }
}

/// Formats a shape in words, with the names of an object's fields.
fn names(schema: &Map<String, Value>) -> String {
    shape(schema, |name, _| name.to_owned())
}

/// Formats a shape in words, with the shape of each field of an object.
fn fields(schema: &Map<String, Value>) -> String {
    shape(schema, |name, field| match field {
        Value::Object(field) => format!("{name}: {}", expected(field)),
        _ => name.to_owned(),
    })
}

fn shape(schema: &Map<String, Value>, field: fn(&str, &Value) -> String) -> String {
    let words = expected(schema);
    let object = match schema.get("items") {
        Some(Value::Object(items)) => items,
        _ => schema,
    };
    match object.get("properties").and_then(Value::as_object) {
        Some(fields) if !fields.is_empty() => {
            let fields: Vec<_> = fields.iter().map(|(name, own)| field(name, own)).collect();
            format!("{words} {{{}}}", fields.join(", "))
        }
        _ => words,
    }
}

fn json(schema: &Map<String, Value>) -> String {
    serde_json::to_string(schema).unwrap_or_default()
}
