//! The index from the name of an argument to the actions of its tool that have it.

use std::sync::OnceLock;

use super::{ActionDef, ArgDef, ToolDef};

/// The arguments of all actions of a tool and of `help`, sorted by name and alias. They are collected
/// at the first lookup, because only fields that the called action does not have are looked up.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArgumentUses(OnceLock<Box<[ArgumentUse]>>);

#[derive(Clone, Copy, Debug)]
struct ArgumentUse {
    name: &'static str,
    action: usize,
    slot: usize,
}

impl ToolDef {
    /// Returns the arguments with this name or alias, each with the index of its action.
    pub(crate) fn uses(&self, name: &str) -> impl Iterator<Item = (usize, &ArgDef)> {
        let uses = self.uses.0.get_or_init(|| collect(&self.actions));
        let first = uses.partition_point(|one| one.name < name);
        let same = uses.get(first..).unwrap_or_default().iter();
        let same = same.take_while(move |one| one.name == name);
        same.filter_map(|one| {
            let arg = self.actions.get(one.action)?.args.get(one.slot)?;
            Some((one.action, arg))
        })
    }
}

fn collect(actions: &[ActionDef]) -> Box<[ArgumentUse]> {
    let callable = actions.iter().enumerate();
    let callable = callable.filter(|(_, action)| action.is_callable() || action.is_help());
    let uses = callable.flat_map(|(action, def)| {
        let args = def.args.iter().enumerate();
        args.flat_map(move |(slot, arg)| {
            let names = std::iter::once(arg.name).chain(arg.aliases.iter().copied());
            names.map(move |name| ArgumentUse { name, action, slot })
        })
    });
    let mut uses: Box<[_]> = uses.collect();
    // Stable, so that the uses of one name stay in source order.
    uses.sort_by_key(|one| one.name);
    uses
}
