//! Schemas: each leaf is made portable, and the leaves of several actions are merged. The functions
//! are stateless. `build()` and views call them; a tool call never does.

mod constrain;
mod custom;
mod defs;
#[cfg(feature = "ask")]
mod form;
mod leaves;
mod marks;
mod merge;
mod opaque;
mod open;
mod portable;
mod profile;
mod property_docs;
mod renamed;
#[cfg(feature = "ask")]
mod short;
mod strict;
mod subschemas;
#[cfg(test)]
mod tests;
mod well_formed;

#[cfg(test)]
pub(crate) mod fixture;

#[cfg(test)]
pub(crate) use fixture::input_leaf;

#[cfg(feature = "lock")]
pub(crate) use self::{
    defs::{definition_name, is_recursive, references},
    portable::{put_definition, subject},
    subschemas::for_each_subschema,
};
pub use crate::args::Argument;
pub(crate) use constrain::constrain;
pub(crate) use custom::{given_input, given_leaf, with_definitions};
pub(crate) use leaves::SchemaCompiler;
pub(crate) use merge::{FieldShapeConflict, MergedField, MergedSchema, best_docs, merge};
pub use opaque::OPAQUE_TOKENS;
pub(crate) use portable::{FORMATS, is_safe, with_null};
pub use profile::Profile;
pub(crate) use renamed::with_published_names;
#[cfg(feature = "ask")]
pub(crate) use short::check_short;
pub(crate) use well_formed::check_schema;
