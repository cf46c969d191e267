//! Resolves doc links to sibling actions, which the model reads as keys.

use syn::ext::IdentExt as _;

use super::Action;
use crate::{
    diag::{Diag, nearest},
    doc::Doc,
};

/// A doc link points at an action of this block, because the model knows no other method.
///
/// ``/// Not [`Self::lsit`].``
pub(super) fn resolve(docs: &mut Doc, actions: &mut [Action], diag: &mut Diag) {
    let called = actions.iter().filter(|action| action.is_action());
    let known: Vec<(String, String)> = called
        .map(|action| (action.method.unraw().to_string(), action.key.value()))
        .collect();
    let mut one = |docs: &mut Doc| {
        let methods: Vec<&str> = known.iter().map(|(method, _)| method.as_str()).collect();
        for link in docs.links() {
            let method = &link.method;
            if methods.contains(&method.as_str()) {
                continue;
            }
            let text = match nearest(method, &methods) {
                Some(meant) => format!(
                    "`Self::{method}` is no action of this block; did you mean `Self::{meant}`?"
                ),
                None => format!(
                    "`Self::{method}` is no action of this block, and the model knows no other \
                     method: write `{method}` without the link, or link an action"
                ),
            };
            diag.error_at(link.at, text);
        }
        docs.link(|name| {
            let found = known.iter().find(|(method, _)| method == name);
            found.map(|(_, key)| key.clone())
        });
    };
    one(docs);
    for action in actions {
        one(&mut action.docs);
        for arg in &mut action.args {
            one(&mut arg.docs);
        }
    }
}
