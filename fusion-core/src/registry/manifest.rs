//! The manifest as a resource: what a view offers, for programs. A registry offers it only if its
//! builder was told so.

use std::sync::Arc;

use super::catalog;
use crate::{
    call::{BuiltinResource, Runtime},
    spec::Role,
    surface::{ListedResource, Surface},
};

pub(super) const URI: &str = "fusion://manifest.json";
/// The owner of the resource in errors of the build.
pub(super) const SOURCE: &str = "RegistryBuilder::manifest()";
const NAME: &str = "fusion_manifest";
const MIME: &str = "application/json";

/// The manifest for the runtime, which reads it.
pub(super) const RESOURCE: BuiltinResource = BuiltinResource {
    uri: URI,
    mime: MIME,
    text,
};

/// Returns the manifest as it is listed. Its audience is the user: the model has the tools
/// themselves.
pub(super) fn listed_resource() -> ListedResource {
    let mut listed = ListedResource::default();
    URI.clone_into(&mut listed.uri);
    NAME.clone_into(&mut listed.name);
    listed.title = Some("Manifest".to_owned());
    let about = "Every group and action that you may call, with schemas, hints, tags and policies.";
    listed.description = Some(about.to_owned());
    listed.mime_type = Some(MIME.to_owned());
    listed.audience = vec![Role::User];
    listed
}

/// Renders the manifest of a surface, once for each surface.
fn text(runtime: &Runtime, surface: &Surface) -> Arc<str> {
    let text = surface.manifest.get_or_init(|| {
        let manifest = catalog::manifest(runtime, surface);
        manifest.to_string().into()
    });
    Arc::clone(text)
}
