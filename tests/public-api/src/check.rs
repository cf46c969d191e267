//! The rules for the public API that need no golden file: the number of names at the crate root,
//! and a public path for each type that a public signature names.

use std::collections::{BTreeMap, BTreeSet};

use public_api::PublicItem;
use rustdoc_types::{Crate, Id, Item, ItemEnum, ItemKind, StructKind, VariantKind};
use serde_json::Value;

/// Returns whether an item is a method or a constant of a trait impl: the trait has its signature.
pub(crate) fn is_fixed_by_trait(krate: &Crate, item: &PublicItem) -> bool {
    let kind = |id| krate.index.get(&id).map(|item| &item.inner);
    let parent = item.parent_id().and_then(kind);
    matches!(parent, Some(ItemEnum::Impl(block)) if block.trait_.is_some())
        && matches!(
            kind(item.id()),
            Some(ItemEnum::Function(_) | ItemEnum::AssocConst { .. }) | None
        )
}

/// Returns a fault if more than `limit` names stand at the crate root. Modules, macros, derives and
/// re-exported crates do not count.
pub(crate) fn root_names(krate: &Crate, limit: usize) -> Option<String> {
    let mut names = BTreeSet::new();
    for (name, item) in children(krate, krate.root) {
        let kind = match &item {
            Child::Local(item) => item.inner.item_kind(),
            Child::Foreign(id) => match krate.paths.get(id) {
                Some(summary) => summary.kind,
                None => continue,
            },
        };
        let counts = !matches!(
            kind,
            ItemKind::Module
                | ItemKind::ExternCrate
                | ItemKind::Macro
                | ItemKind::ProcAttribute
                | ItemKind::ProcDerive
        );
        if counts {
            names.insert(name);
        }
    }
    (names.len() > limit).then(|| {
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        format!(
            "the crate root has {} names, {limit} at most; move some into a module: {}",
            names.len(),
            all.join(", ")
        )
    })
}

/// Returns a fault that lists each type or trait which a public signature names although it has no
/// public documented path, with the items that name it.
pub(crate) fn unnameable(krate: &Crate) -> Result<Option<String>, serde_json::Error> {
    let public = Public::of(krate);
    let mut found: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (id, path) in &public.items {
        let Some(item) = krate.index.get(id) else {
            continue;
        };
        for (named, spelling) in named_paths(item)? {
            if is_local(krate, named) && !public.nameable.contains(&named) {
                let name = krate
                    .paths
                    .get(&named)
                    .map_or(spelling, |summary| summary.path.join("::"));
                found.entry(name).or_default().insert(path);
            }
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    let mut text = "public signatures name types without a public documented path:".to_owned();
    for (name, places) in found {
        let places: Vec<&str> = places.into_iter().collect();
        text = format!("{text}\n  {name}: named by {}", places.join(", "));
    }
    Ok(Some(text))
}

/// Returns whether a type or trait is one of this crate. rustdoc lists paths of all foreign ones; it
/// lists nothing of an item under `#[doc(hidden)]`.
fn is_local(krate: &Crate, id: Id) -> bool {
    let of_summary = krate.paths.get(&id).map(|summary| summary.crate_id);
    let crate_id = of_summary.or_else(|| krate.index.get(&id).map(|item| item.crate_id));
    crate_id.is_none_or(|crate_id| crate_id == 0)
}

/// The items that a user of the crate can reach.
#[derive(Default)]
struct Public {
    /// The items of public modules, which have a path.
    nameable: BTreeSet<Id>,
    /// The items of public modules with their fields, variants, methods and impls, each with the path
    /// to report.
    items: BTreeMap<Id, String>,
}

impl Public {
    fn of(krate: &Crate) -> Self {
        let mut public = Self::default();
        let name = krate
            .index
            .get(&krate.root)
            .and_then(|root| root.name.clone());
        public.add_module(krate, krate.root, &name.unwrap_or_default());
        public
    }

    fn add_module(&mut self, krate: &Crate, module: Id, path: &str) {
        if !self.nameable.insert(module) {
            return;
        }
        for (name, child) in children(krate, module) {
            let Child::Local(item) = child else { continue };
            let path = format!("{path}::{name}");
            if matches!(item.inner, ItemEnum::Module(_)) {
                self.add_module(krate, item.id, &path);
            } else if self.nameable.insert(item.id) {
                self.add_item(krate, item.id, path);
            }
        }
    }

    fn add_item(&mut self, krate: &Crate, id: Id, path: String) {
        let Some(item) = krate.index.get(&id) else {
            return;
        };
        for part in parts(item) {
            let Some(inner) = krate.index.get(&part) else {
                continue;
            };
            match &inner.inner {
                // Not written by anybody in this crate.
                ItemEnum::Impl(block) if block.is_synthetic || block.blanket_impl.is_some() => {}
                ItemEnum::Impl(_) => self.add_item(krate, part, path.clone()),
                _ => {
                    let name = inner.name.as_deref().unwrap_or("_");
                    self.add_item(krate, part, format!("{path}::{name}"));
                }
            }
        }
        self.items.insert(id, path);
    }
}

/// The items inside an item that is no module.
fn parts(item: &Item) -> Vec<Id> {
    match &item.inner {
        ItemEnum::Struct(it) => {
            let fields = match &it.kind {
                StructKind::Unit => Vec::new(),
                StructKind::Tuple(fields) => fields.iter().flatten().copied().collect(),
                StructKind::Plain { fields, .. } => fields.clone(),
            };
            [fields, it.impls.clone()].concat()
        }
        ItemEnum::Variant(it) => match &it.kind {
            VariantKind::Plain => Vec::new(),
            VariantKind::Tuple(fields) => fields.iter().flatten().copied().collect(),
            VariantKind::Struct { fields, .. } => fields.clone(),
        },
        ItemEnum::Enum(it) => [it.variants.clone(), it.impls.clone()].concat(),
        ItemEnum::Union(it) => [it.fields.clone(), it.impls.clone()].concat(),
        ItemEnum::Trait(it) => it.items.clone(),
        ItemEnum::Impl(it) => it.items.clone(),
        _ => Vec::new(),
    }
}

/// The paths in the signature of one item, without those of its parts. The supertraits of a trait
/// are left out: one without a public path seals the trait.
fn named_paths(item: &Item) -> Result<Vec<(Id, String)>, serde_json::Error> {
    let mut found = Vec::new();
    let mut open = match &item.inner {
        ItemEnum::Trait(sealed) => vec![serde_json::to_value(&sealed.generics)?],
        inner => vec![serde_json::to_value(inner)?],
    };
    while let Some(value) = open.pop() {
        match value {
            Value::Array(values) => open.extend(values),
            Value::Object(fields) => {
                // Only `rustdoc_types::Path` has these three.
                if let (Some(Value::String(path)), Some(id), Some(_)) =
                    (fields.get("path"), fields.get("id"), fields.get("args"))
                {
                    found.push((serde_json::from_value(id.clone())?, path.clone()));
                }
                open.extend(fields.into_iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    Ok(found)
}

enum Child<'a> {
    Local(&'a Item),
    Foreign(Id),
}

/// The items of a public module under the names that they have there; re-exports are followed.
fn children(krate: &Crate, module: Id) -> Vec<(String, Child<'_>)> {
    let Some(ItemEnum::Module(content)) = krate.index.get(&module).map(|item| &item.inner) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in content.items.iter().filter_map(|id| krate.index.get(id)) {
        match &item.inner {
            ItemEnum::Use(import) => match (import.id, import.is_glob) {
                (Some(target), true) => found.extend(children(krate, target)),
                (Some(target), false) => {
                    let child = krate
                        .index
                        .get(&target)
                        .map_or(Child::Foreign(target), Child::Local);
                    found.push((import.name.clone(), child));
                }
                (None, _) => {}
            },
            _ => found.push((item.name.clone().unwrap_or_default(), Child::Local(item))),
        }
    }
    found
}
