//! The settings that a row has from its group and its tool.

use crate::spec::{ActionSpec, ArgSpec, GroupSpec, Kind, Module, Renames, ToolSpec};

/// Returns the tags of the tool, the group and the action, each once.
pub(super) fn tags(tool: &ToolSpec, group: &GroupSpec, action: &ActionSpec) -> Vec<&'static str> {
    let mut tags = Vec::new();
    for &tag in tool.tags.iter().chain(group.tags).chain(action.tags) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}

/// Returns the scopes of the action, else those of its group, else those of the tool.
pub(super) fn scopes(
    tool: &'static ToolSpec,
    group: &'static GroupSpec,
    action: &'static ActionSpec,
) -> &'static [&'static str] {
    let all = [action.scopes, group.scopes, tool.scopes];
    let first = all.into_iter().find(|scopes| !scopes.is_empty());
    first.unwrap_or_default()
}

/// Returns the renamed arguments of a row; none if it has no such argument. The variables of a resource
/// keep their names, because they are part of its URI.
pub(super) fn renames(place: &Module, spec: &ActionSpec) -> Renames {
    let renamed = |arg: &ArgSpec| place.renames.published(arg.name) != arg.name;
    if matches!(spec.kind, Kind::Resource(_)) || !spec.all_args().any(renamed) {
        return Renames::NONE;
    }
    place.renames
}

/// Returns `true` if an argument of a row is a field of its group's `common`.
pub(super) fn is_common(group: &GroupSpec, spec: &ActionSpec, one: &ArgSpec) -> bool {
    let named = |other: &ArgSpec| other.name == one.name;
    group.common.iter().any(named) && !spec.args.iter().any(named)
}
