//! What a resource returns: contents, text or bytes.

use std::marker::PhantomData;

use serde::Serialize;

use super::{Json, ToolResponse, ToolResult, notation::written};
use crate::{error::ToolError, spec::Format};

/// The contents of one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceContents {
    /// Where they are. Empty in what a resource returns: then it is the URI that was read.
    pub uri: String,
    /// Their media type. `None` in what a resource returns: then it is what the resource states.
    pub mime_type: Option<String>,
    /// What is in it.
    pub body: ResourceBody,
}

/// Text or bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceBody {
    /// Text.
    Text(String),
    /// Bytes; base64 on the wire.
    Blob(Vec<u8>),
}

impl ResourceContents {
    /// Text, at the URI that was read.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of(ResourceBody::Text(text.into()))
    }

    /// Bytes, at the URI that was read.
    pub fn blob(bytes: impl Into<Vec<u8>>) -> Self {
        Self::of(ResourceBody::Blob(bytes.into()))
    }

    fn of(body: ResourceBody) -> Self {
        Self {
            uri: String::new(),
            mime_type: None,
            body,
        }
    }

    /// Says where they are, if not at the URI that was read: a directory has the contents of files.
    #[must_use]
    pub fn at(mut self, uri: impl Into<String>) -> Self {
        self.uri = uri.into();
        self
    }

    /// Says their media type, whatever the resource states.
    #[must_use]
    pub fn of_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

/// Answers, in a constant, which media type the contents of a return type have when the resource
/// states none: the inherent constants hide the trait's. The type is asked, so an alias is seen
/// through.
#[derive(Debug)]
pub struct MimeOf<T: ?Sized>(PhantomData<T>);

/// That of `Json`.
const JSON: Option<&str> = Some("application/json");

impl<T> MimeOf<Json<T>> {
    /// JSON.
    pub const MIME: Option<&'static str> = JSON;
}

impl<T> MimeOf<Option<Json<T>>> {
    /// JSON.
    pub const MIME: Option<&'static str> = JSON;
}

impl<T, E> MimeOf<Result<Json<T>, E>> {
    /// JSON.
    pub const MIME: Option<&'static str> = JSON;
}

impl<T, E> MimeOf<Result<Option<Json<T>>, E>> {
    /// JSON.
    pub const MIME: Option<&'static str> = JSON;
}

/// The other half of [`MimeOf`].
pub trait NoMime {
    /// Anything else: nothing is known of it.
    const MIME: Option<&'static str> = None;
}

impl<T: ?Sized> NoMime for MimeOf<T> {}

/// A type that a resource may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a resource",
    label = "neither text nor bytes",
    note = "return `String` or `&'static str` for text, `Json<T>`, `Vec<u8>` for bytes, `ResourceContents`, `Vec<ResourceContents>`, an `Option` of one of them where there may be none, or a `Result`",
    note = "`Json<T>` needs `T: serde::Serialize`; the error of a `Result` is `ToolError`, `Display` or `IntoToolError`"
)]
pub trait IntoResourceResult {
    /// Turns it into contents.
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
        ResourceContents::text(written(&self.0, Format::Json)?).into_resource_result()
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
            || Ok(ToolResponse::nothing()),
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
