//! What a row says of state sync.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::{
    attr::StalePattern,
    check::{Action, CacheDirective},
};

/// `.cache(…)` and `.invalidates(…)`, each where it is said.
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
