//! The docs of a tool as one view tells them: links to actions by the names that they have there.

use std::borrow::Cow;

use crate::{
    definition::{ActionDef, ToolDef},
    describe::{Link, has_link, linked},
};

/// `tool` with every link written. `name_of` is the name of an action in this view, `None` where
/// it is hidden. Borrowed where there is no link, which is nearly always.
pub(crate) fn told<'t>(
    tool: &'t ToolDef,
    name_of: &dyn Fn(usize, &ActionDef) -> Option<String>,
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
            match found.map(|(index, action)| name_of(index, action)) {
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
