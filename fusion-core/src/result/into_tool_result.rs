//! What an action may return.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Content, Json, ToolForm, ToolResponse, ToolResult};
use crate::{
    error::ToolError,
    spec::{SchemaFn, schema_of},
};

/// A type that an action may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from an action",
    label = "not a result that a model can read",
    note = "return `()`, `String`, `Json<T>`, `Content`, `ToolResponse`, or a `Result` of one of them",
    note = "`Json<T>` needs `T: serde::Serialize`; the error of a `Result` is `ToolError`, `Display` or `IntoToolError`"
)]
pub trait IntoToolResult {
    /// Turns it into what the wire carries, in the form that the view wants.
    fn into_tool_result(self, form: ToolForm) -> ToolResult;
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for () {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        // Not an empty list: some clients take a result without content for a failure.
        Ok(ToolResponse::text("ok"))
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for String {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        Ok(ToolResponse::text(self))
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for &'static str {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        Ok(ToolResponse::text(self))
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for Content {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        Ok(self.into())
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for Vec<Content> {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        Ok(ToolResponse::blocks(self))
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for ToolResponse {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoToolResult for Json<T> {
    fn into_tool_result(self, form: ToolForm) -> ToolResult {
        ToolResponse::json(&self.0, form)
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoToolResult, E: Into<ToolError>> IntoToolResult for Result<T, E> {
    fn into_tool_result(self, form: ToolForm) -> ToolResult {
        self.map_err(Into::into)?.into_tool_result(form)
    }
}

/// Answers, in a constant, which schema a return type has: the inherent constants hide the
/// trait's. The type is asked, so an alias of `Result<Json<T>, E>` keeps its schema.
#[derive(Debug)]
pub struct OutputOf<T: ?Sized>(PhantomData<T>);

impl<T: JsonSchema> OutputOf<Json<T>> {
    /// The schema of `T`.
    pub const SCHEMA: Option<SchemaFn> = Some(schema_of::<T>);
}

impl<T: JsonSchema, E> OutputOf<Result<Json<T>, E>> {
    /// The schema of `T`.
    pub const SCHEMA: Option<SchemaFn> = Some(schema_of::<T>);
}

/// The other half of [`OutputOf`].
pub trait NoOutput {
    /// Anything else: text, without a schema.
    const SCHEMA: Option<SchemaFn> = None;
}

impl<T: ?Sized> NoOutput for OutputOf<T> {}
