//! The schemas and plans of arguments, and the schemas of results, which types share.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Compiler;
use crate::{
    args::Plan,
    definition::ArgumentSchema,
    result::catch_call,
    schema::{check_schema, constrain, given_leaf, with_null},
    spec::{ArgSpec, SchemaFn},
};

/// A leaf and its plan, which every argument of the type shares; or the reason for the refusal.
pub(super) type CompiledLeaf = Result<(Arc<ArgumentSchema>, Plan), String>;

/// The schema of a result, if it restricts anything; or the reason for the refusal.
pub(super) type CompiledOutput = Result<Option<Arc<Map<String, Value>>>, String>;

impl Compiler {
    /// Returns the schema and the plan of one argument.
    pub(super) fn leaf(&mut self, one: &ArgSpec) -> CompiledLeaf {
        let (base, plan) = match one.given {
            Some(given) => {
                let schema = catch_call(given).map_err(|_| PANICKED.to_owned())?;
                let (mut leaf, plan) = compile_leaf(given_leaf(schema)?)?;
                if plan.takes_null() && self.schemas.is_nested_option(one.schema) {
                    Arc::make_mut(&mut leaf).nested_option = true;
                }
                (leaf, plan)
            }
            None => self.leaf_of_type(one.schema, one.any)?,
        };
        let constrained = match one.constraints {
            [] => None,
            constraints => Some(constrain(&base, constraints)?),
        };
        // A required argument cannot be omitted, so its schema must accept `null`. For an `Option` of an
        // `Option`, `null` is a value beside omission.
        let special = if base.nullable && (one.required || base.nested_option) {
            Some(with_null(constrained.as_ref().unwrap_or(&base)))
        } else {
            constrained
        };
        special.map_or(Ok((base, plan)), compile_leaf)
    }

    fn leaf_of_type(&mut self, schema: SchemaFn, any: bool) -> CompiledLeaf {
        let (leaves, schemas) = (&mut self.leaves, &mut self.schemas);
        let leaf = leaves.entry((schema, any));
        leaf.or_insert_with(|| compile_leaf(schemas.input(schema, any)?))
            .clone()
    }

    /// Returns the published schema of a result.
    pub(super) fn output(&mut self, schema: SchemaFn) -> CompiledOutput {
        let (outputs, schemas) = (&mut self.outputs, &mut self.schemas);
        let output = outputs.entry(schema);
        output
            .or_insert_with(|| Ok(schemas.output(schema)?.map(Arc::new)))
            .clone()
    }
}

/// The reason why an author's schema is refused.
const PANICKED: &str = "the expression of its `schema` panicked: fix it";

/// Compiles the plan of a leaf.
pub(super) fn compile_leaf(leaf: ArgumentSchema) -> CompiledLeaf {
    let rules = leaf.marked.as_ref().unwrap_or(&leaf.schema);
    let plan = if leaf.definitions.is_empty() {
        check_schema(rules)?;
        Plan::compile(rules)?
    } else {
        // References resolve against the root of a document, here as in the tool's schema.
        let mut document = rules.clone();
        let definitions = leaf.marked_definitions.as_ref();
        let definitions = definitions.unwrap_or(&leaf.definitions).clone();
        document.insert("$defs".to_owned(), definitions.into());
        check_schema(&document)?;
        Plan::compile(&document)?
    };
    Ok((Arc::new(leaf), plan))
}
