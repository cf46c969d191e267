//! Prints the hints for hosts.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::check::CheckedHostHints;

/// Prints the call that sets the hints of a row, a group or a tool; nothing if there are none.
pub(super) fn call(hints: &CheckedHostHints) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let icons = hints.icons.iter();
    let meta = (!hints.meta.is_empty()).then(|| {
        let entries = hints
            .meta
            .iter()
            .map(|(key, value)| quote_spanned!(site=> (#key, #value)));
        quote_spanned!(site=> .meta(|| __f::meta([#(#entries),*])))
    });
    let always_load = hints.always_load.iter();
    let search_hint = hints.search_hint.iter();
    let calls = quote_spanned! {site=>
        #(.icons(|| #icons))*
        #meta
        #(.always_load(#always_load))*
        #(.search_hint(#search_hint))*
    };
    (!calls.is_empty()).then(|| quote_spanned!(site=> .host(__f::HostHintSpec::NONE #calls)))
}
