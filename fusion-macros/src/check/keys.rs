//! The rules for keys and flat names. A key belongs to one action, prompt or resource, because
//! filters select each by its key. The macro compares the literals; for keys under a `cfg`, `expand` plants a constant.

use std::collections::{HashMap, HashSet};

use syn::LitStr;

use super::{Action, SharedKey};
use crate::diag::Diag;

/// A method is declared once. rustc reports a second declaration.
///
/// `#[action] fn list(&self)` and `#[action] fn list(&self)`
pub(super) fn duplicate_methods(actions: &[Action], diag: &mut Diag) {
    let mut seen = HashSet::new();
    for action in actions.iter().filter(|action| action.cfg.is_empty()) {
        if !seen.insert(&action.method) {
            diag.leave_to_rustc();
        }
    }
}

/// No key or alias is claimed twice.
///
/// `#[action(name = "save")] fn a(&self)` and `#[action(alias("save"))] fn b(&self)`
pub(super) fn unique_keys(actions: &[Action], diag: &mut Diag) -> Vec<SharedKey> {
    let mut claims: HashMap<String, Vec<(&LitStr, &Action)>> = HashMap::new();
    let mut order = Vec::new();
    for action in actions {
        for key in [&action.key].into_iter().chain(&action.aliases) {
            let claims = claims.entry(key.value()).or_default();
            if claims.is_empty() {
                order.push(key.value());
            }
            // Two actions may share a key only if both have a `cfg`.
            let clash = claims
                .iter()
                .find(|(_, other)| other.cfg.is_empty() || action.cfg.is_empty());
            if let Some((_, other)) = clash
                && !is_one_method_twice(action, other)
            {
                diag.error(key, duplicate_key_text(key, action, other));
            }
            claims.push((key, action));
        }
    }
    order
        .iter()
        .filter_map(|key| claims.get(key))
        .filter(|claims| claims.len() > 1)
        .filter_map(|claims| {
            let (key, _) = claims.last()?;
            Some(SharedKey {
                key: (*key).clone(),
                cfgs: claims
                    .iter()
                    .map(|(_, action)| action.cfg.clone())
                    .collect(),
            })
        })
        .collect()
}

/// No two actions of a block have one flat name. `build()` compares those of different blocks, and those
/// under different `cfg`s.
///
/// `#[action(flat_name = "save")] fn a(&self)` and `#[action(flat_name = "save")] fn b(&self)`
pub(super) fn unique_flat_names(actions: &[Action], diag: &mut Diag) {
    let mut seen: HashMap<String, &Action> = HashMap::new();
    for action in actions {
        let Some(name) = &action.flat_name else {
            continue;
        };
        match seen.get(&name.value()) {
            Some(other) if other.cfg.is_empty() || action.cfg.is_empty() => {
                let text = format!(
                    "flat name `{}` is already taken by action `{}`; choose another",
                    name.value(),
                    other.method
                );
                diag.error(name, text);
            }
            Some(_) => {}
            None => {
                seen.insert(name.value(), action);
            }
        }
    }
}

/// Returns true for two methods of one name without `cfg`, which [`duplicate_methods`] handles.
fn is_one_method_twice(a: &Action, b: &Action) -> bool {
    !std::ptr::eq(a, b) && a.method == b.method && a.cfg.is_empty() && b.cfg.is_empty()
}

fn duplicate_key_text(key: &LitStr, action: &Action, other: &Action) -> String {
    let (key, noun, other) = (key.value(), other.noun(), &other.method);
    if action.method == *other {
        format!("key `{key}` is given twice for {noun} `{other}`; remove one")
    } else {
        format!("key `{key}` is already taken by {noun} `{other}`; choose another")
    }
}
