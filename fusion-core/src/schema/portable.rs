//! The portable pass over what schemars emits: the schema that every client accepts.
//!
//! It works on keywords only: a property that happens to be called `title` or `format` is no
//! keyword. What it does not know it leaves as it is.

mod choices;
mod nulls;
mod numbers;
mod objects;
mod pass;
mod refs;
mod refusal;
#[cfg(test)]
mod tests;
mod tuples;
mod types;
mod values;

use serde_json::{Map, Value};

use self::pass::{PortablePass, SchemaSide};
pub(crate) use self::{numbers::is_safe, pass::FORMATS};
pub(super) use self::{refusal::Refusal, tuples::any_of};
use super::leaves::take_docs;
use crate::definition::ArgumentSchema;

/// The published schema of an argument's type. `Err` says what cannot be published and what to do.
///
/// `any`: whether a type that takes any JSON is meant.
pub(super) fn input(
    mut schema: Map<String, Value>,
    definitions: &Map<String, Value>,
    any: bool,
) -> Result<ArgumentSchema, Refusal> {
    let pass = PortablePass::new(SchemaSide::Input { any }, definitions);
    let root = pass.root(&mut schema)?;
    let docs = take_docs(&mut schema);
    Ok(ArgumentSchema {
        schema,
        docs,
        values: root.documented,
        nullable: root.nullable,
        definitions: Map::new(),
    })
}

/// The published schema of a result; `None` where it would say nothing.
///
/// `Option<T>` stays nullable here, as `anyOf`: serde writes its `None` as `null`, and clients hold
/// structured content to the schema.
pub(super) fn output(
    mut schema: Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Result<Option<Map<String, Value>>, Refusal> {
    let root = PortablePass::new(SchemaSide::Output, definitions).root(&mut schema)?;
    pass::document(&mut schema, &root.documented);
    if pass::says_nothing(&schema) {
        return Ok(None);
    }
    choices::name_objects(&mut schema);
    Ok(Some(schema))
}

/// Takes `null` out of a schema that takes other things, too; says whether it was there.
pub(super) fn take_null(schema: &mut Map<String, Value>) -> bool {
    let taken = nulls::take(schema);
    if taken {
        choices::unwrap_single(schema);
    }
    taken
}

/// Puts `null` beside what a schema takes.
pub(super) fn put_null(schema: &mut Map<String, Value>) {
    nulls::restore(schema);
}

/// The same leaf, which takes `null` as well: for a required argument, where absence cannot say it.
pub(crate) fn with_null(leaf: &ArgumentSchema) -> ArgumentSchema {
    let mut leaf = leaf.clone();
    nulls::restore(&mut leaf.schema);
    leaf.nullable = false;
    leaf
}
