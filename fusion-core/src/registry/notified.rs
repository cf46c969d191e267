//! Whether the policies that name resources name some that there are.

use super::manifest;
use crate::{
    definition::ToolDef,
    error::{BuildError, distance},
    spec::Kind,
    state_sync::{CheckedPolicy, UriPattern},
};

/// Every URI that a policy notifies is, or may become, one of a resource.
pub(super) fn check(
    tools: &[&ToolDef],
    has_manifest: bool,
    rules: &[CheckedPolicy],
    errors: &mut Vec<BuildError>,
) {
    let rows = tools.iter().flat_map(|tool| tool.spec.modules);
    let rows = rows.flat_map(|module| module.group.actions);
    let uris = rows.filter_map(|row| match row.kind {
        Kind::Resource(resource) => Some(resource.uri),
        _ => None,
    });
    let uris: Vec<_> = uris.chain(has_manifest.then_some(manifest::URI)).collect();
    for rule in rules {
        for said in &rule.notifies {
            if uris.iter().any(|uri| may_be(said, uri)) {
                continue;
            }
            let said = said.to_string();
            let nearest = uris.iter().min_by_key(|uri| distance(uri, &said));
            errors.push(BuildError::UnknownResource {
                place: rule.origin.clone(),
                nearest: nearest.map(|uri| (*uri).to_owned()),
                uri: said,
            });
        }
    }
}

/// Whether one becomes the other, whatever their blanks are called.
fn may_be(said: &UriPattern, uri: &str) -> bool {
    const BLANK: &str = "0";

    let Some(resource) = UriPattern::parse(uri) else {
        return false;
    };
    resource.open().matches(&said.example(BLANK)) || said.open().matches(&resource.example(BLANK))
}
