//! The portable pass over what schemars emits: the schema that every client accepts.
//!
//! It works on keywords only: a property that happens to be called `title` or `format` is no
//! keyword. What it does not know it leaves as it is.

mod nulls;
mod numbers;
mod objects;
mod pass;
#[cfg(test)]
mod tests;
mod values;

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

use self::{
    nulls::Nulls,
    pass::{Refusal, document, portable},
};
use crate::{definition::Leaf, spec::SchemaFn};

/// The published schema of an argument's type. `Err` says what cannot be published and what to do.
///
/// Builds a generator and walks the schema: some 2 µs for a number, more for a struct. `build()` asks
/// once per type.
pub(crate) fn input_leaf(schema: SchemaFn) -> Result<Leaf, String> {
    let mut generator = settings().for_deserialize().into_generator();
    let mut schema = object(schema, &mut generator)?;
    let values = portable(&mut schema, Nulls::Dropped, false).map_err(|no| no.to_string())?;
    let docs = match schema.remove("description") {
        Some(Value::String(docs)) if !docs.trim().is_empty() => Some(docs),
        _ => None,
    };
    // The default of an argument is the argument's, not its type's.
    schema.remove("default");
    Ok(Leaf {
        schema,
        docs,
        values,
    })
}

/// The published schema of a result. `Err` says what cannot be published and what to do.
///
/// `Option<T>` stays nullable here, as `anyOf`: serde writes its `None` as `null`, and clients hold
/// structured content to the schema.
pub(crate) fn output_schema(schema: SchemaFn) -> Result<Map<String, Value>, String> {
    let mut generator = settings().for_serialize().into_generator();
    let mut schema = object(schema, &mut generator)?;
    let values = portable(&mut schema, Nulls::Kept, false).map_err(|no| no.to_string())?;
    document(&mut schema, &values);
    Ok(schema)
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

fn object(schema: SchemaFn, generator: &mut SchemaGenerator) -> Result<Map<String, Value>, String> {
    match schema(generator).to_value() {
        Value::Object(schema) => Ok(schema),
        _ => Err(Refusal::anything().to_string()),
    }
}
