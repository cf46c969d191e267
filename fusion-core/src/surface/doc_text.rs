//! Docs of a tool in one view, with links to actions replaced by the names that the view lists.

use std::borrow::Cow;

use super::{hidden_names::HiddenNames, listed_rows::ListedRows};
use crate::{
    definition::ToolDef,
    describe::{Link, has_link, replace_all_links},
};

/// Returns `tool` with each link in its docs replaced by the name under which a reader of `part`
/// calls the action. Without `part`, actions are named by the listed tool that has them. A text about
/// a deprecation is empty if it names something `hidden`. Borrows `tool` if its docs have no links,
/// which is the usual case.
pub(crate) fn resolve_links<'t>(
    tool: &'t ToolDef,
    parts: &[ListedRows],
    part: Option<&ListedRows>,
    hidden: &HiddenNames,
) -> Cow<'t, ToolDef> {
    let args = tool.actions.iter().flat_map(|action| &action.args);
    let texts = [&tool.docs]
        .into_iter()
        .chain(&tool.module_docs)
        .chain(tool.actions.iter().map(|action| &action.docs))
        .chain(args.map(|arg| &arg.docs));
    let has_links = texts.into_iter().any(|text| has_link(text));
    let mut deprecations = tool
        .actions
        .iter()
        .filter_map(|action| action.deprecated.as_ref());
    if !has_links && !deprecations.any(|text| has_link(text) || hidden.occur_in(text)) {
        return Cow::Borrowed(tool);
    }
    let mut resolved = tool.clone();
    let reader = part.or_else(|| parts.first());
    // The lookup is by action, because each action may have links and may be a part: a search in
    // `parts` for each link would be quadratic in the number of actions.
    let mut part_of = vec![None; tool.actions.len()];
    for part in parts {
        for action in part.actions() {
            if let Some(place) = part_of.get_mut(action) {
                *place = Some(part);
            }
        }
    }
    let part_of = &part_of;
    let link = |module: usize| {
        move |key: &str| {
            let Some(index) = index_of(tool, module, key) else {
                return Link::Unknown;
            };
            let part = part_of.get(index).copied().flatten();
            let full = tool.actions.get(index).map_or(key, |action| &action.key);
            match reader.and_then(|reader| reader.call_name(part, index, full)) {
                Some(name) => Link::Shown(name),
                None => Link::Hidden,
            }
        }
    };
    let write = |text: &mut Cow<'static, str>, module: usize| {
        if let Cow::Owned(new) = replace_all_links(text, &link(module)) {
            *text = Cow::Owned(new);
        }
    };
    // A flat tool has a single module, whose docs are the tool's.
    write(&mut resolved.docs, 0);
    for (module, text) in resolved.module_docs.iter_mut().enumerate() {
        write(text, module);
    }
    for action in &mut resolved.actions {
        write(&mut action.docs, action.module);
        if let Some(text) = &mut action.deprecated {
            if hidden.occur_in(text) {
                *text = Cow::Borrowed("");
            }
            write(text, action.module);
        }
        for arg in &mut action.args {
            write(&mut arg.docs, action.module);
        }
    }
    Cow::Owned(resolved)
}

/// Returns the index of the action with this key in its module. Aliases are not searched.
fn index_of(tool: &ToolDef, module: usize, key: &str) -> Option<usize> {
    let name = tool.spec.modules.get(module)?.name;
    let index = match name {
        None => tool.find(key),
        Some(name) => tool.find(&format!("{name}.{key}")),
    }?;
    let found = tool.actions.get(index)?;
    (found.module == module && found.spec.key == key).then_some(index)
}
