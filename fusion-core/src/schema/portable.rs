//! The portable pass over the schemas that schemars emits, which yields the schema that every
//! client accepts.
//!
//! The pass reads keywords only: a property with the name `title` or `format` is not a keyword.
//! Unknown keywords stay unchanged.

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
#[cfg(feature = "lock")]
pub(crate) use self::refs::put_definition;
#[cfg(feature = "lock")]
pub(crate) use self::types::subject;
pub(crate) use self::{numbers::is_safe, pass::FORMATS};
pub(super) use self::{refusal::Refusal, tuples::any_of};
use super::leaves::take_docs;
use crate::definition::ArgumentSchema;

/// Returns the published schema of an argument's type. `Err` describes the part that cannot be
/// published, and the fix.
///
/// `any` allows a type that accepts any JSON.
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
        ..ArgumentSchema::default()
    })
}

/// Returns the published schema of a result; `None` if it would restrict nothing.
///
/// `Option<T>` stays nullable here, as `anyOf`: serde writes its `None` as `null`, and clients
/// validate structured content against the schema.
pub(super) fn output(
    mut schema: Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Result<Option<Map<String, Value>>, Refusal> {
    let root = PortablePass::new(SchemaSide::Output, definitions).root(&mut schema)?;
    pass::document(&mut schema, &root.documented);
    if pass::accepts_anything(&schema) {
        return Ok(None);
    }
    choices::name_objects(&mut schema);
    Ok(Some(schema))
}

/// Removes `null` from a schema that accepts other values, too. Returns `true` if it was there.
pub(super) fn take_null(schema: &mut Map<String, Value>) -> bool {
    let taken = nulls::take(schema);
    if taken {
        choices::unwrap_single(schema);
    }
    taken
}

/// Adds `null` to the values that a schema accepts.
pub(super) fn put_null(schema: &mut Map<String, Value>) {
    nulls::restore(schema);
}

/// Returns the same leaf with `null` as an accepted value, for a required argument that cannot be
/// omitted, and for an `Option` of an `Option`.
pub(crate) fn with_null(leaf: &ArgumentSchema) -> ArgumentSchema {
    let mut leaf = leaf.clone();
    nulls::restore(&mut leaf.schema);
    leaf.marked.iter_mut().for_each(nulls::restore);
    leaf.nullable = false;
    leaf
}
