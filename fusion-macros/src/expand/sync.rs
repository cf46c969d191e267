//! Prints the state-sync part of a row.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::{
    attr::StalePattern,
    check::{Action, CacheDirective},
};

/// Prints `.cache(…)` and `.invalidates(…)`, each only if the action declares it.
pub(super) fn calls(action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let cache = action.sync.cache.iter().map(|cache| match cache {
        CacheDirective::NoStore => quote_spanned!(site=> .cache(__f::Cache::NoStore)),
        CacheDirective::Immutable => quote_spanned!(site=> .cache(__f::Cache::Immutable)),
    });
    let invalidates = action.sync.invalidates.iter().map(|patterns| {
        let patterns = patterns
            .iter()
            .map(|StalePattern { glob, foreign }| match foreign {
                false => quote_spanned!(site=> __f::Stale::own(#glob)),
                true => quote_spanned!(site=> __f::Stale::foreign(#glob)),
            });
        quote_spanned!(site=> .invalidates(&[#(#patterns),*]))
    });
    quote_spanned!(site=> #(#cache)* #(#invalidates)*)
}
