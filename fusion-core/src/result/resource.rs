//! The result of a resource: contents of text or bytes.

use std::marker::PhantomData;

use serde::Serialize;

use super::{Json, ToolResponse, ToolResult, notation::serialize_value};
use crate::{error::ToolError, spec::Format};

/// The contents of one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceContents {
    /// The URI of the contents. If a handler leaves it empty, it becomes the URI that was read.
    pub uri: String,
    /// The media type of the contents. If a handler leaves it `None`, it becomes the media type of the
    /// resource's row.
    pub mime_type: Option<String>,
    /// The text or the bytes.
    pub body: ResourceBody,
}

/// The body of a resource: text or bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceBody {
    /// Text.
    Text(String),
    /// Bytes, in base64 on the wire.
    Blob(Vec<u8>),
}

impl ResourceContents {
    /// Creates text contents at the URI that was read.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from_body(ResourceBody::Text(text.into()))
    }

    /// Creates binary contents at the URI that was read.
    pub fn blob(bytes: impl Into<Vec<u8>>) -> Self {
        Self::from_body(ResourceBody::Blob(bytes.into()))
    }

    fn from_body(body: ResourceBody) -> Self {
        Self {
            uri: String::new(),
            mime_type: None,
            body,
        }
    }

    /// Sets another URI than the one that was read, as for the files of a directory.
    #[must_use]
    pub fn at(mut self, uri: impl Into<String>) -> Self {
        self.uri = uri.into();
        self
    }

    /// Sets the media type, which overrides the one of the resource's row.
    #[must_use]
    pub fn of_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

/// A probe for the media type of a return type, for resources whose row has none. Its inherent constants
/// hide the constant of [`NoMime`]. The probe works on types, so it also resolves aliases.
#[derive(Debug)]
pub struct MimeOf<T: ?Sized>(PhantomData<T>);

/// The media type of `Json`.
const JSON: Option<&str> = Some("application/json");

impl<T> MimeOf<Json<T>> {
    /// The media type of JSON.
    pub const MIME: Option<&'static str> = JSON;
}

impl<T> MimeOf<Option<Json<T>>> {
    /// The media type of JSON.
    pub const MIME: Option<&'static str> = JSON;
}

impl<T, E> MimeOf<Result<Json<T>, E>> {
    /// The media type of JSON.
    pub const MIME: Option<&'static str> = JSON;
}

impl<T, E> MimeOf<Result<Option<Json<T>>, E>> {
    /// The media type of JSON.
    pub const MIME: Option<&'static str> = JSON;
}

/// The fallback of [`MimeOf`] for other return types.
pub trait NoMime {
    /// No media type.
    const MIME: Option<&'static str> = None;
}

impl<T: ?Sized> NoMime for MimeOf<T> {}

/// A type that a resource can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a resource",
    label = "neither text nor bytes",
    note = "return `String` or `&'static str` for text, `Json<T>`, `Vec<u8>` for bytes, `ResourceContents`, `Vec<ResourceContents>`, an `Option` of one of them where there may be none, or a `Result`",
    note = "`fusion_core::Json<T>` needs `T: serde::Serialize`; the error of a `Result` is `ToolError`, `Display` or `IntoToolError`"
)]
pub trait IntoResourceResult {
    /// Converts the value to contents.
    fn into_resource_result(self) -> ToolResult;
}

#[diagnostic::do_not_recommend]
impl IntoResourceResult for String {
    fn into_resource_result(self) -> ToolResult {
        ResourceContents::text(self).into_resource_result()
    }
}

#[diagnostic::do_not_recommend]
impl IntoResourceResult for &'static str {
    fn into_resource_result(self) -> ToolResult {
        ResourceContents::text(self).into_resource_result()
    }
}

#[diagnostic::do_not_recommend]
impl IntoResourceResult for Vec<u8> {
    fn into_resource_result(self) -> ToolResult {
        ResourceContents::blob(self).into_resource_result()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoResourceResult for Json<T> {
    fn into_resource_result(self) -> ToolResult {
        ResourceContents::text(serialize_value(&self.0, Format::Json)?).into_resource_result()
    }
}

#[diagnostic::do_not_recommend]
impl IntoResourceResult for ResourceContents {
    fn into_resource_result(self) -> ToolResult {
        Ok(ToolResponse::contents(vec![self]))
    }
}

#[diagnostic::do_not_recommend]
impl IntoResourceResult for Vec<ResourceContents> {
    fn into_resource_result(self) -> ToolResult {
        Ok(ToolResponse::contents(self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResourceResult> IntoResourceResult for Option<T> {
    fn into_resource_result(self) -> ToolResult {
        self.map_or_else(
            || Ok(ToolResponse::missing_resource()),
            IntoResourceResult::into_resource_result,
        )
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResourceResult, E: Into<ToolError>> IntoResourceResult for Result<T, E> {
    fn into_resource_result(self) -> ToolResult {
        self.map_err(Into::into)?.into_resource_result()
    }
}
