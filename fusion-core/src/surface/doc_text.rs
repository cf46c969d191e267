//! The docs of a tool as one view tells them: links to actions by the names that they have there.

use std::borrow::Cow;

use super::entry::ListedRows;
use crate::{
    definition::{ActionDef, ToolDef},
    describe::{Link, has_link, linked},
};

/// `tool` with every link written, for a reader of `part`; for one who knows every action by where
/// it is listed, without a part. Borrowed where there is no link, which is nearly always.
pub(crate) fn told<'t>(
    tool: &'t ToolDef,
    parts: &[ListedRows],
    part: Option<&ListedRows>,
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
    let link = |module: usize| {
        move |key: &str| {
            let mut actions = tool.actions.iter().enumerate();
            let found = actions.find(|(_, one)| one.module == module && one.spec.key == key);
            let reader = part.or_else(|| parts.first());
            let called = |(index, action): (usize, &ActionDef)| {
                reader.and_then(|reader| reader.called(parts, index, &action.key))
            };
            match found.map(called) {
                Some(Some(name)) => Link::Shown(name),
                Some(None) => Link::Hidden,
                None => Link::Unknown,
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
