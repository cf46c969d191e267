//! The rule about tags that open more than their author may think.

use super::{Finding, Rule, linted_tool::LintedTool};
use crate::definition::ActionDef;

/// Requires that the tag of a group or tool opens no action that is destructive or has a tag of its own, if
/// it also opens actions that are neither. Where all actions are of one kind, the tag is meant for them.
pub(super) fn widened_tag(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let actions = subject.actions();
    for action in actions {
        // A filter does not open what needs scopes.
        if !action.scopes.is_empty() {
            continue;
        }
        let inherited = inherited_tags(subject, action);
        let own = action.spec.tags.iter();
        let own = own.copied().find(|tag| !inherited.contains(tag));
        let reason = match own {
            _ if action.spec.hints.destructive => "it is destructive".to_owned(),
            Some(own) => format!("it has the tag `{own}` of its own"),
            None => continue,
        };
        let is_widened = |tag: &&&str| {
            let plain = actions.iter().filter(|other| is_plain(subject, other));
            plain
                .into_iter()
                .any(|other| inherited_tags(subject, other).contains(tag))
        };
        if let Some(tag) = inherited.iter().find(is_widened) {
            found.push(Finding::new(
                Rule::WidenedTag,
                subject.action_place(action),
                format!("`Filter::any_tags([\"{tag}\"])` opens it, by the tag of its group, although {reason}"),
                "write the tag on the actions that it is meant for, filter by hints, or give the action a `scope`",
            ));
        }
    }
}

/// Returns the tags that an action has from its tool and its group.
fn inherited_tags(subject: &LintedTool<'_>, action: &ActionDef) -> Vec<&'static str> {
    let spec = subject.def.spec;
    let group = spec.modules.get(action.module);
    let group = group.map_or(&[][..], |module| module.group.tags);
    spec.tags.iter().chain(group).copied().collect()
}

/// Returns `true` for an action that is not destructive and has no tag of its own.
fn is_plain(subject: &LintedTool<'_>, action: &ActionDef) -> bool {
    let inherited = inherited_tags(subject, action);
    let mut own = action.spec.tags.iter();
    !action.spec.hints.destructive && own.all(|tag| inherited.contains(tag))
}
