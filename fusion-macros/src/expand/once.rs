//! Prints `once`: the call on the row, and constants about fields of structs.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::struct_args;
use crate::check::{Action, FlatGroup, IDEMPOTENCY_KEY, idempotency_key_text};

/// Prints the call on the row.
pub(super) fn call(action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    action.once.map(|_| quote_spanned!(site=> .once()))
}

/// Prints constants that fail for a field with the name of the argument that `once` adds.
pub(super) fn checks(group: &FlatGroup) -> TokenStream {
    let text = idempotency_key_text();
    let actions = group.actions.iter();
    let checks = actions.filter_map(|action| {
        let at = action.once?;
        let check = struct_args::no_field(group, action, at, IDEMPOTENCY_KEY, &text);
        Some(check)
    });
    checks.collect()
}
