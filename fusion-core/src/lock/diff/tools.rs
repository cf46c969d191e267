//! Tools, and the pairs of items of each kind in them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ChangeRule, ChangedItem, ChangedPart, ItemChanges, SurfaceChange, items,
    moves::{self, MovedItems},
    pairs::{self, Pair},
    promises,
};
use crate::lock::{Lock, LockedItem, LockedTool};

pub(super) type Items = BTreeMap<String, LockedItem>;

/// One kind of items: how a lock keeps them, and their name in a change.
type ItemKind = (fn(&Lock) -> &Items, fn(String) -> ChangedItem, &'static str);

const KINDS: [ItemKind; 3] = [
    (|lock| &lock.actions, ChangedItem::Action, "action"),
    (|lock| &lock.prompts, ChangedItem::Prompt, "prompt"),
    (|lock| &lock.resources, ChangedItem::Resource, "resource"),
];

/// Adds the changes from one lock to another.
pub(super) fn compare(old: &Lock, new: &Lock, changes: &mut Vec<SurfaceChange>) {
    let renamed = renamed_tools(old, new);
    let moved = KINDS.map(|(items, ..)| moves::find([old, new].map(items), &renamed));
    for ((_, item, word), moved) in KINDS.iter().zip(&moved) {
        for (key, later) in moved.pairs() {
            let text = format!("{word} renamed to `{later}` without an alias");
            let item = item(key.clone());
            ItemChanges { item, changes }.whole(ChangeRule::ItemRenamed, text);
        }
    }
    for (name, tool) in &old.tools {
        let later = renamed.get(name).unwrap_or(name);
        let Some(later_tool) = new.tools.get(later) else {
            let contents = contents(old, name, |kind, key| moved[kind].has_left(key));
            of_tool(name, changes).whole(ChangeRule::ToolGone, format!("gone{contents}"));
            continue;
        };
        if later != name {
            let text = format!("renamed to `{later}`; tools have no aliases");
            of_tool(name, changes).whole(ChangeRule::ToolRenamed, text);
        }
        compare_tools(tool, later_tool, &mut of_tool(later, changes));
        let modules = [modules(old, name), modules(new, later)];
        compare_modules([tool, later_tool], &modules, &mut of_tool(later, changes));
        for (kind, moved) in KINDS.into_iter().zip(&moved) {
            let of_old = within(kind.0(old), name);
            let of_new = within(kind.0(new), later);
            compare_items(&of_old, &of_new, (kind, moved), [name, later], changes);
        }
    }
    for name in new.tools.keys() {
        if !old.tools.contains_key(name) && !renamed.values().any(|later| later == name) {
            let contents = contents(new, name, |kind, key| moved[kind].has_arrived(key));
            of_tool(name, changes).whole(ChangeRule::ToolAdded, format!("new{contents}"));
        }
    }
}

fn of_tool<'c>(name: &str, changes: &'c mut Vec<SurfaceChange>) -> ItemChanges<'c> {
    let item = ChangedItem::Tool(name.to_owned());
    ItemChanges { item, changes }
}

/// Returns the items of a tool by their keys in the tool.
pub(super) fn within<'l>(items: &'l Items, tool: &str) -> BTreeMap<&'l str, &'l LockedItem> {
    let items = items.iter();
    let own = items.filter_map(|(key, item)| {
        let (name, key) = key.split_once('/')?;
        (name == tool).then_some((key, item))
    });
    own.collect()
}

/// Returns the number of items of a tool by kind, as the end of a text, without those that `has_moved` by the index of
/// the kind and the full key.
fn contents(lock: &Lock, tool: &str, has_moved: impl Fn(usize, &str) -> bool) -> String {
    let mut all = 0;
    let kinds = KINDS.into_iter().enumerate();
    let counts = kinds.map(|(kind, (items, _, word))| {
        let own = within(items(lock), tool);
        all += own.len();
        let keys = own.keys().map(|key| format!("{tool}/{key}"));
        (keys.filter(|key| !has_moved(kind, key)).count(), word)
    });
    let counts: Vec<_> = counts.filter(|(count, _)| *count > 0).collect();
    let counts = counts.into_iter();
    let counts = counts.map(|(count, word)| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {word}{plural}")
    });
    let counts: Vec<_> = counts.collect();
    match (counts.is_empty(), all) {
        (true, 0) => ", with no items".to_owned(),
        // The moves state the items.
        (true, _) => String::new(),
        (false, _) => format!(", with {}", counts.join(", ")),
    }
}

/// Returns the modules that have items in a tool.
fn modules<'l>(lock: &'l Lock, tool: &str) -> BTreeSet<&'l str> {
    let keys = KINDS.map(|(items, ..)| within(items(lock), tool).into_keys().collect::<Vec<_>>());
    let keys = keys.into_iter().flatten();
    keys.filter_map(|key| Some(key.split_once('.')?.0))
        .collect()
}

/// Returns the new name of each tool whose name is gone, if a new tool has more than half of its keys and is
/// not much larger.
fn renamed_tools(old: &Lock, new: &Lock) -> BTreeMap<String, String> {
    let keys = |lock: &Lock, tool: &str| {
        let all = KINDS.map(|(items, ..)| {
            within(items(lock), tool)
                .keys()
                .map(|key| (*key).to_owned())
                .collect::<Vec<_>>()
        });
        all.concat()
    };
    let mut renamed = BTreeMap::new();
    for name in old
        .tools
        .keys()
        .filter(|name| !new.tools.contains_key(*name))
    {
        let own = keys(old, name);
        let added = new.tools.keys().filter(|later| {
            !old.tools.contains_key(*later) && !renamed.values().any(|known| known == *later)
        });
        let shared = added.map(|later| {
            let keys = keys(new, later);
            let shared = keys.iter().filter(|key| own.contains(key)).count();
            (shared * 2 > own.len().max(keys.len())).then_some((shared, later.clone()))
        });
        if let Some((_, later)) = shared.flatten().max_by_key(|(shared, _)| *shared) {
            renamed.insert(name.clone(), later);
        }
    }
    renamed
}

fn compare_tools(old: &LockedTool, new: &LockedTool, changes: &mut ItemChanges<'_>) {
    if old.discriminator != new.discriminator {
        let text = format!(
            "the discriminator is `{}` instead of `{}`",
            new.discriminator, old.discriminator
        );
        changes.whole(ChangeRule::DiscriminatorRenamed, text);
    }
    promises::annotations(&old.annotations, &new.annotations, changes);
    let titles = [&old.title, &new.title].map(|title| title.as_deref().unwrap_or_default());
    changes.prose(ChangeRule::TitleChanged, ChangedPart::Item, "title", titles);
    changes.prose(
        ChangeRule::DocsChanged,
        ChangedPart::Item,
        "docs",
        [&old.docs, &new.docs],
    );
}

/// Compares the docs of modules. Docs that come or go with the module are no change of their own: `existing` are the
/// modules with items before and after.
fn compare_modules(
    both: [&LockedTool; 2],
    existing: &[BTreeSet<&str>; 2],
    changes: &mut ItemChanges<'_>,
) {
    let names: BTreeSet<_> = both.iter().flat_map(|tool| tool.modules.keys()).collect();
    for module in names {
        let was_and_is = existing
            .each_ref()
            .map(|names| names.contains(module.as_str()));
        if was_and_is[0] != was_and_is[1] {
            continue;
        }
        let docs = both.map(|tool| tool.modules.get(module).map_or("", String::as_str));
        let label = format!("docs of the module `{module}`");
        changes.prose(ChangeRule::DocsChanged, ChangedPart::Item, &label, docs);
    }
}

/// Compares the items of one kind in one tool, whose names before and after are `tools`. Those that have moved between
/// tools are reported already.
fn compare_items(
    old: &BTreeMap<&str, &LockedItem>,
    new: &BTreeMap<&str, &LockedItem>,
    ((_, item, word), moved): (ItemKind, &MovedItems),
    tools: [&str; 2],
    changes: &mut Vec<SurfaceChange>,
) {
    let is_alias = |item: &&LockedItem, key: &str| alias_keys(item).contains(key);
    let is_same = |one: &&LockedItem, other: &&LockedItem| items::is_same(one, other);
    for pair in pairs::pairs(old, new, is_alias, is_same) {
        let (tool, key) = match &pair {
            Pair::Gone(key) | Pair::Renamed([key, _]) => (tools[0], *key),
            Pair::Added(key, _) | Pair::Kept(key, _) | Pair::Moved([_, key], _) => (tools[1], *key),
        };
        let mut of_item = ItemChanges {
            item: item(format!("{tool}/{key}")),
            changes,
        };
        match pair {
            Pair::Gone(_) if moved.has_left(of_item.item.key()) => {}
            Pair::Added(..) if moved.has_arrived(of_item.item.key()) => {}
            Pair::Gone(_) => of_item.whole(ChangeRule::ItemGone, format!("{word} gone")),
            Pair::Added(_, added) => {
                let tokens = match added.tokens {
                    0 => String::new(),
                    tokens => format!(", of {tokens} tokens"),
                };
                of_item.whole(ChangeRule::ItemAdded, format!("new {word}{tokens}"));
            }
            Pair::Renamed([_, later]) => {
                let text = format!("{word} renamed to `{}/{later}` without an alias", tools[1]);
                of_item.whole(ChangeRule::ItemRenamed, text);
            }
            Pair::Kept(key, both) => {
                aliases(old, [key, key], both, &mut of_item);
                items::compare([key, key], tools, both, &mut of_item);
            }
            Pair::Moved(keys, both) => {
                let text = format!("{word} renamed from `{}`, which is an alias", keys[0]);
                of_item.whole(ChangeRule::ItemMoved, text);
                aliases(old, keys, both, &mut of_item);
                items::compare(keys, tools, both, &mut of_item);
            }
        }
    }
}

/// Returns the aliases of an item without the name of its tool.
pub(super) fn alias_keys(item: &LockedItem) -> BTreeSet<&str> {
    let aliases = item.aliases.iter();
    aliases
        .filter_map(|alias| Some(alias.split_once('/')?.1))
        .collect()
}

/// Compares the aliases of an item, whose keys before and after are given. An alias that was a key is reported
/// where that is.
fn aliases(
    all: &BTreeMap<&str, &LockedItem>,
    keys: [&str; 2],
    [old, new]: [&LockedItem; 2],
    changes: &mut ItemChanges<'_>,
) {
    let (before, after) = (alias_keys(old), alias_keys(new));
    for alias in before.difference(&after).filter(|alias| **alias != keys[1]) {
        changes.whole(
            ChangeRule::AliasGone,
            format!("the alias `{alias}` is gone"),
        );
    }
    for alias in after
        .difference(&before)
        .filter(|alias| !all.contains_key(*alias))
    {
        changes.whole(
            ChangeRule::AliasAdded,
            format!("the alias `{alias}` is new"),
        );
    }
}
