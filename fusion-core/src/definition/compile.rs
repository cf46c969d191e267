//! From rows to definitions: every mistake of one tool, collected.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use serde_json::Value;

use super::{ActionDef, ArgDef, Leaf, ToolDef};
use crate::{
    args::Plan,
    error::BuildError,
    result::catch_call,
    schema::{input_leaf, output_schema},
    spec::{Field, Module, SchemaFn, ToolSpec, Use},
};

/// Compiles tools; keeps the leaf schemas of types that several arguments share.
#[derive(Debug, Default)]
pub(crate) struct Compiler {
    /// By the function that makes the schema. Two types may share one function only where both
    /// compile to the same code, and then both have the same schema.
    leaves: HashMap<SchemaFn, Result<(Arc<Leaf>, Plan), String>>,
    pub(crate) errors: Vec<BuildError>,
}

impl Compiler {
    /// Compiles one tool; mistakes go to `errors`.
    pub(crate) fn tool(&mut self, spec: &'static ToolSpec) -> ToolDef {
        let mut actions = Vec::new();
        for (module, place) in spec.modules.iter().enumerate() {
            for index in 0..place.group.actions.len() {
                actions.push(self.action(spec, module, place, index));
            }
        }
        if actions.is_empty() {
            self.errors.push(BuildError::NoActions {
                tool: spec.name.to_owned(),
            });
        }
        ToolDef { spec, actions }
    }

    fn action(
        &mut self,
        tool: &'static ToolSpec,
        module: usize,
        place: &Module,
        index: usize,
    ) -> ActionDef {
        let spec = &place.group.actions[index];
        let key = match place.name {
            None => Cow::Borrowed(spec.key),
            Some(name) => Cow::Owned(format!("{name}.{}", spec.key)),
        };
        let uses = uses(place.group.fields, index);
        let (mut args, mut plans) = (Vec::new(), Vec::new());
        for (name, one) in uses {
            let (leaf, plan) = match self.leaf(one.schema) {
                Ok(found) => found,
                Err(reason) => {
                    self.errors.push(BuildError::Schema {
                        tool: tool.name.to_owned(),
                        key: key.to_string(),
                        place: format!("argument `{name}`"),
                        reason,
                    });
                    continue;
                }
            };
            plans.push(plan.of(one.required, one.secret));
            let default = one.default.map(catch_call);
            if let Some(Err(_)) = default {
                self.errors.push(BuildError::DefaultPanicked {
                    tool: tool.name.to_owned(),
                    key: key.to_string(),
                    argument: name.to_owned(),
                });
            }
            let default = default.and_then(Result::ok).flatten();
            args.push(argument(name, one, leaf, default));
        }
        let output = spec
            .output
            .map(|schema| output_schema(schema).map(Arc::new));
        ActionDef {
            spec,
            module,
            key,
            args,
            plans,
            output,
        }
    }

    fn leaf(&mut self, schema: SchemaFn) -> Result<(Arc<Leaf>, Plan), String> {
        let leaf = self.leaves.entry(schema);
        leaf.or_insert_with(|| {
            let leaf = input_leaf(schema)?;
            let plan = Plan::compile(&leaf.schema)?;
            Ok((Arc::new(leaf), plan))
        })
        .clone()
    }
}

/// The arguments of one action in the order of their slots.
fn uses(fields: &'static [Field], action: usize) -> Vec<(&'static str, &'static Use)> {
    let mut uses: Vec<_> = fields
        .iter()
        .flat_map(|field| field.uses.iter().map(|one| (field.name, one)))
        .filter(|(_, one)| one.action == action)
        .collect();
    uses.sort_by_key(|(_, one)| one.slot);
    uses
}

fn argument(
    name: &'static str,
    one: &'static Use,
    leaf: Arc<Leaf>,
    default: Option<Value>,
) -> ArgDef {
    let docs = match (one.docs, &leaf.docs) {
        ("", Some(docs)) => Cow::Owned(docs.clone()),
        (docs, _) => Cow::Borrowed(docs),
    };
    ArgDef {
        name,
        docs,
        required: one.required,
        secret: one.secret,
        // `null` as a default reads as "pass null", which some clients cannot; absence says it, too.
        default: default.filter(|value| *value != Value::Null && !one.secret),
        leaf,
    }
}
