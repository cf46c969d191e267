//! The manifest as a resource: what a view offers, for programs to read. It is the first thing that a
//! registry offers by itself, and only if it is asked to.

use std::sync::Arc;

use super::{CallError, Registry, call::Of, catalog, offers::seen};
use crate::{
    ctx::Ctx,
    result::ResourceContents,
    spec::Role,
    surface::{ListedResource, Surface},
};

/// Where it is.
pub(super) const URI: &str = "fusion://manifest.json";
/// Who puts it there, in errors.
pub(super) const SOURCE: &str = "RegistryBuilder::manifest()";
const NAME: &str = "fusion_manifest";
const MIME: &str = "application/json";

/// As it is listed. It is not for the model, which has the tools themselves.
pub(super) fn listed() -> ListedResource {
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

/// Reads it, as its caller may see it.
pub(super) async fn read(
    registry: &Registry,
    of: Of<'_>,
    mut ctx: Ctx,
) -> Result<Vec<ResourceContents>, CallError> {
    let surface = seen(registry, of, &mut ctx).await?;
    let contents = ResourceContents::text(&*text(registry, &surface));
    Ok(vec![contents.at(URI).of_type(MIME)])
}

/// Made once for each surface.
fn text(registry: &Registry, surface: &Surface) -> Arc<str> {
    let made = surface.manifest.get_or_init(|| {
        let manifest = catalog::manifest(registry, surface);
        manifest.to_string().into()
    });
    Arc::clone(made)
}
