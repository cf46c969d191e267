//! Merges the arguments of all actions by name.

use std::collections::HashMap;

use proc_macro2::Span;
use syn::{Ident, ext::IdentExt as _};

use super::{Action, Arg, FieldUses, TypeDifference};
use crate::{names, types};

/// Builds the table of fields: one row for each name, in order of first appearance. The arguments
/// of prompts and resources are in the table as well, but only those of actions share a schema.
pub(super) fn merge(actions: &[Action]) -> Vec<FieldUses> {
    let mut fields: Vec<FieldUses> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for (a, action) in actions.iter().enumerate() {
        for (b, arg) in action.args.iter().enumerate() {
            let name = arg.name.value();
            let at = *index.entry(name.clone()).or_insert(fields.len());
            match fields.get_mut(at) {
                Some(field) => field.uses.push((a, b)),
                None => fields.push(FieldUses {
                    name,
                    uses: vec![(a, b)],
                }),
            }
        }
    }
    fields
}

/// Finds names with two types that are spelled differently; `expand` plants a constant that
/// compares their JSON representation. A use is compared with the first use without a `cfg`, and
/// with every use under a `cfg`. Prompts and resources share no schema and are skipped.
pub(super) fn differences(fields: &[FieldUses], actions: &[Action]) -> Vec<TypeDifference> {
    let mut out = Vec::new();
    for field in fields {
        let uses: Vec<(&Action, &Arg)> = field
            .uses
            .iter()
            .filter_map(|(a, b)| {
                let action = actions.get(*a).filter(|action| action.is_action())?;
                Some((action, action.args.get(*b)?))
            })
            .collect();
        for (i, (action, here)) in uses.iter().enumerate() {
            let mut settled = false;
            for (other, there) in uses.iter().take(i) {
                if settled && other.cfg.is_empty() {
                    continue;
                }
                settled |= other.cfg.is_empty();
                out.extend(difference(&field.name, (action, here), (other, there)));
            }
        }
    }
    out
}

fn difference(
    name: &str,
    (action, here): (&Action, &Arg),
    (other, there): (&Action, &Arg),
) -> Option<TypeDifference> {
    let (here_text, there_text) = (types::spell(&here.ty), types::spell(&there.ty));
    (here_text != there_text).then(|| TypeDifference {
        cfg: action.cfg.iter().chain(&other.cfg).cloned().collect(),
        here: here.ty.clone(),
        there: there.ty.clone(),
        text: format!(
            "argument `{name}` is `{here_text}` here and `{there_text}` in action `{}`; \
             the actions of a tool share one schema: give one of them another name or type",
            other.key.value()
        ),
    })
}

/// Names the functions of the defaults after argument and action.
pub(super) fn name_defaults(actions: &mut [Action]) {
    let mut keys = Vec::new();
    let mut wanted = Vec::new();
    for action in &*actions {
        let method = action.method.unraw().to_string();
        for (i, arg) in action.args.iter().enumerate() {
            if let Some(default) = &arg.default {
                keys.push(format!("{method} {i}"));
                wanted.push(format!("{}_of_{method}", default.name.unraw()));
            }
        }
    }
    let mut names = names::unique_names(&keys, &wanted).into_iter();
    for default in actions
        .iter_mut()
        .flat_map(|action| &mut action.args)
        .filter_map(|arg| arg.default.as_mut())
    {
        if let Some(name) = names.next() {
            default.name = Ident::new(&name, Span::mixed_site());
        }
    }
}
