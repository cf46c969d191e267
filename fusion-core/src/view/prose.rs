//! The docs of a tool as one view tells them: links to actions by the names that they have there.

use std::borrow::Cow;

use super::entry::Entry;
use crate::{
    definition::ToolDef,
    describe::{Link, has_link, linked},
};

/// `tool` with every link written, for a reader of `part`; for one who knows every action by where
/// it is listed, without a part. Borrowed where there is no link, which is nearly always.
pub(crate) fn told<'t>(
    tool: &'t ToolDef,
    parts: &[Entry],
    part: Option<&Entry>,
) -> Cow<'t, ToolDef> {
    let args = tool.actions.iter().flat_map(|action| &action.args);
    let texts = [&tool.docs]
        .into_iter()
        .chain(&tool.module_docs)
        .chain(tool.actions.iter().map(|action| &action.docs))
        .chain(args.map(|arg| &arg.docs));
    if !texts.into_iter().any(|text| has_link(text)) {
        return Cow::Borrowed(tool);
    }
    let mut told = tool.clone();
    let reader = part.or_else(|| parts.first());
    // By action, because each action may have links and may be a part: a search in `parts` for each
    // link is quadratic in the number of actions.
    let mut part_of = vec![None; tool.actions.len()];
    let tool_parts = parts
        .iter()
        .filter(|part| reader.is_some_and(|reader| part.tool == reader.tool));
    for part in tool_parts {
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
            match reader.and_then(|reader| reader.called(part, index, full)) {
                Some(name) => Link::Shown(name),
                None => Link::Hidden,
            }
        }
    };
    let write = |text: &mut Cow<'static, str>, module: usize| {
        if let Cow::Owned(new) = linked(text, &link(module)) {
            *text = Cow::Owned(new);
        }
    };
    // The docs of a flat tool are those of its only module.
    write(&mut told.docs, 0);
    for (module, text) in told.module_docs.iter_mut().enumerate() {
        write(text, module);
    }
    for action in &mut told.actions {
        write(&mut action.docs, action.module);
        for arg in &mut action.args {
            write(&mut arg.docs, action.module);
        }
    }
    Cow::Owned(told)
}

/// The index of the action that has this key in its module. Aliases are not found.
fn index_of(tool: &ToolDef, module: usize, key: &str) -> Option<usize> {
    let name = tool.spec.modules.get(module)?.name;
    let index = match name {
        None => tool.find(key),
        Some(name) => tool.find(&format!("{name}.{key}")),
    }?;
    let found = tool.actions.get(index)?;
    (found.module == module && found.spec.key == key).then_some(index)
}
