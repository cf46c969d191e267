//! Tools, and the pairs of items of each kind in them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ChangeRule, ChangedItem, ChangedPart, ItemChanges, SurfaceChange, items,
    pairs::{self, Pair},
    promises,
};
use crate::lock::{Lock, LockedItem, LockedTool};

type Items = BTreeMap<String, LockedItem>;

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
    for (name, tool) in &old.tools {
        let later = renamed.get(name).unwrap_or(name);
        let Some(later_tool) = new.tools.get(later) else {
            let text = format!("gone, with {}", contents(old, name));
            of_tool(name, changes).whole(ChangeRule::ToolGone, text);
            continue;
        };
        if later != name {
            let text = format!("renamed to `{later}`; tools have no aliases");
            of_tool(name, changes).whole(ChangeRule::ToolRenamed, text);
        }
        compare_tools(tool, later_tool, &mut of_tool(later, changes));
        for kind @ (items, ..) in KINDS {
            let of_old = within(items(old), name);
            let of_new = within(items(new), later);
            compare_items(&of_old, &of_new, kind, [name, later], changes);
        }
    }
    for name in new.tools.keys() {
        if !old.tools.contains_key(name) && !renamed.values().any(|later| later == name) {
            let text = format!("new, with {}", contents(new, name));
            of_tool(name, changes).whole(ChangeRule::ToolAdded, text);
        }
    }
}

fn of_tool<'c>(name: &str, changes: &'c mut Vec<SurfaceChange>) -> ItemChanges<'c> {
    let item = ChangedItem::Tool(name.to_owned());
    ItemChanges { item, changes }
}

/// Returns the items of a tool by their keys in the tool.
fn within<'l>(items: &'l Items, tool: &str) -> BTreeMap<&'l str, &'l LockedItem> {
    let items = items.iter();
    let own = items.filter_map(|(key, item)| {
        let (name, key) = key.split_once('/')?;
        (name == tool).then_some((key, item))
    });
    own.collect()
}

/// Returns the number of items of a tool, by kind.
fn contents(lock: &Lock, tool: &str) -> String {
    let counts = KINDS.map(|(items, _, word)| (within(items(lock), tool).len(), word));
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, word)| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {word}{plural}")
    });
    let counts: Vec<_> = counts.collect();
    if counts.is_empty() {
        "no items".to_owned()
    } else {
        counts.join(", ")
    }
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
    let modules: BTreeSet<_> = old.modules.keys().chain(new.modules.keys()).collect();
    for module in modules {
        let docs = [old, new].map(|tool| tool.modules.get(module).map_or("", String::as_str));
        let label = format!("docs of the module `{module}`");
        changes.prose(ChangeRule::DocsChanged, ChangedPart::Item, &label, docs);
    }
}

/// Compares the items of one kind in one tool, whose names before and after are `tools`.
fn compare_items(
    old: &BTreeMap<&str, &LockedItem>,
    new: &BTreeMap<&str, &LockedItem>,
    (_, item, word): ItemKind,
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
fn alias_keys(item: &LockedItem) -> BTreeSet<&str> {
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
