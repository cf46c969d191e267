//! The types that an action can return.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Content, Json, ResourceLink, ToolForm, ToolResponse, ToolResult, content::OK};
use crate::{
    error::ToolError,
    spec::{SchemaFn, schema_of},
};

/// A type that an action can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from an action",
    label = "not a result that a model can read",
    note = "return `()`, `String`, `Json<T>`, `(Json<T>, Vec<Content>)`, `Content`, `ToolResponse`, or a `Result` of one of them",
    note = "`fusion_core::Json<T>` needs `T: serde::Serialize + schemars::JsonSchema`, because clients get the schema of results; without one, return `Json<serde_json::Value>`; the error of a `Result` is `ToolError`, `Display` or `IntoToolError`"
)]
pub trait IntoToolResult {
    /// Converts the value to a result, in the form that the view returns.
    fn into_tool_result(self, form: ToolForm) -> ToolResult;
}

#[diagnostic::do_not_recommend]
impl IntoToolResult for () {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        // An empty list would not do, because some clients treat a result without content as a failure.
        Ok(ToolResponse::text(OK))
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
impl IntoToolResult for ResourceLink {
    fn into_tool_result(self, _: ToolForm) -> ToolResult {
        Ok(Content::from(self).into())
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
impl<T: Serialize + JsonSchema> IntoToolResult for Json<T> {
    fn into_tool_result(self, form: ToolForm) -> ToolResult {
        ToolResponse::json(&self.0, form)
    }
}

/// A typed result with further blocks after it, such as a chart of its rows.
#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema, B: IntoIterator<Item = Content>> IntoToolResult for (Json<T>, B) {
    fn into_tool_result(self, form: ToolForm) -> ToolResult {
        let (Json(value), further) = self;
        let response = ToolResponse::json(&value, form)?;
        Ok(response.replace_blocks(|mut blocks| {
            blocks.extend(further);
            blocks
        }))
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoToolResult, E: Into<ToolError>> IntoToolResult for Result<T, E> {
    fn into_tool_result(self, form: ToolForm) -> ToolResult {
        self.map_err(Into::into)?.into_tool_result(form)
    }
}

/// A probe for the output schema of a return type. Its inherent constants hide the constant of
/// [`NoOutput`]. The probe works on types, so an alias of `Result<Json<T>, E>` keeps its schema.
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

impl<T: JsonSchema, B> OutputOf<(Json<T>, B)> {
    /// The schema of `T`.
    pub const SCHEMA: Option<SchemaFn> = Some(schema_of::<T>);
}

impl<T: JsonSchema, B, E> OutputOf<Result<(Json<T>, B), E>> {
    /// The schema of `T`.
    pub const SCHEMA: Option<SchemaFn> = Some(schema_of::<T>);
}

/// The fallback of [`OutputOf`] for other return types.
pub trait NoOutput {
    /// No schema: the result is text.
    const SCHEMA: Option<SchemaFn> = None;
}

impl<T: ?Sized> NoOutput for OutputOf<T> {}
