//! The bounds of the types that arguments may have.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A type that a JSON argument may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an action",
    label = "taken by value, but not readable from JSON, or without a schema",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`, with schemars 1, which is `fusion_core::schemars`; schemars 0.8 has another `JsonSchema`",
    note = "what does not come from JSON is taken by reference: `&Ctx`, `&Progress`, `&Cancellation`, `&Ext<T>`, and, with the feature `ask`, `&Ask` and `&Ask<T>`",
    note = "a type of another crate has a schema by a feature of fusion-core, `chrono`, `jiff`, `url` or `uuid`, or by one of schemars; where there is none, write `#[arg(schema = …)]`",
    note = "a struct under `#[derive(Fields)]` is taken apart by `#[arg(flatten)]`, and taken by reference where it is the block's `common`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// A type that a JSON argument may have if the author writes its schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an action",
    label = "not readable from JSON",
    note = "its schema is given, but not how it is read: derive `serde::Deserialize`",
    note = "what does not come from JSON is taken by reference: `&Ctx`, `&Progress`, `&Cancellation`, `&Ext<T>`, and, with the feature `ask`, `&Ask` and `&Ask<T>`"
)]
pub trait Readable: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> Readable for T {}
