//! Layers of a block and of its actions: `with(…)` and `timeout`. Where there are none, nothing is
//! printed.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{joined, without};
use crate::check::{Action, Leaf};

/// The way to the handlers through the layers of single actions. The layers have types without
/// names, hence the parameters: one for each action that has any.
pub(super) fn item(leaf: &Leaf) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let (this, common) = (&leaf.this, joined::common_type(leaf));
    let layered = layered(leaf);
    let params: Vec<Ident> = (0..layered.len())
        .map(|place| format_ident!("__Layers{place}", span = site))
        .collect();
    let places: Vec<Literal> = (0..layered.len()).map(Literal::usize_unsuffixed).collect();
    let arms = layered.iter().zip(&places).map(|(action, place)| {
        let Action { cfg, variant, .. } = action;
        quote_spanned! {site=>
            #(#cfg)*
            ::core::option::Option::Some(__Input::#variant { .. }) => {
                __f::layered(&self.#place, &__Chains, group, frame, call).await
            }
        }
    });
    let names = layered.iter().zip(&places).map(|(action, place)| {
        let Action { cfg, key, .. } = action;
        quote_spanned!(site=> #(#cfg)* #key => __f::Middleware::names(&self.#place, into),)
    });
    (!layered.is_empty()).then(|| {
        quote_spanned! {site=>
            pub struct __Layers<#(#params),*>(#(#params),*);
            #[automatically_derived]
            impl<#(#params: __f::Middleware),*> __f::Chains<#this, __Input, #common> for __Layers<#(#params),*> {
                fn reads_arguments(&self) -> ::core::primitive::bool {
                    <[::core::primitive::bool]>::contains(
                        &[#(__f::Middleware::reads_arguments(&self.#places)),*],
                        &true,
                    )
                }
                fn names(&self, into: &mut __f::MiddlewareNames) {
                    match into.spec().key {
                        #(#names)*
                        _ => {}
                    }
                }
                async fn invoke(
                    &self,
                    group: &#this,
                    frame: __f::Frame<'_, __Input, #common>,
                    call: &mut __f::Call<'_>,
                ) -> __f::ToolResult {
                    match frame.input() {
                        #(#arms)*
                        _ => __f::Chains::invoke(&__Chains, group, frame, call).await,
                    }
                }
            }
        }
    })
}

/// The body of `chains`: the layers are made here, those of the block first.
pub(super) fn held(leaf: &Leaf) -> TokenStream {
    let site = Span::mixed_site();
    let values = layered(leaf).into_iter().map(|action| {
        let (cfg, value) = (&action.cfg, stack(&action.layers));
        match without(cfg) {
            None => quote_spanned!(site=> #value),
            Some(absent) => quote_spanned! {site=>
                { #(#cfg)* { #value } #absent { __f::NoMiddleware } }
            },
        }
    });
    let values: Vec<TokenStream> = values.collect();
    let chains = if values.is_empty() {
        quote_spanned!(site=> __Chains)
    } else {
        quote_spanned!(site=> __Layers(#(#values),*))
    };
    let is_timed = leaf.actions.iter().any(|action| action.timeout.is_some());
    let stated = is_timed.then(|| quote_spanned!(site=> __f::ActionTimeout));
    let group: Vec<TokenStream> = stated.into_iter().chain(leaf.layers.clone()).collect();
    let any = !leaf.layers.is_empty() || !layered(leaf).is_empty();
    let import = any.then(import);
    let chains = around(&group, chains);
    quote_spanned!(site=> #import #chains)
}

/// What every made layer is asked through.
pub(super) fn import() -> TokenStream {
    let site = Span::mixed_site();
    quote_spanned! {site=>
        #[allow(unused_imports)]
        use __f::NotMiddleware as _;
    }
}

/// Layers around chains, where there are any.
pub(super) fn around(layers: &[TokenStream], chains: TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    match stack(layers) {
        None => chains,
        Some(layers) => quote_spanned!(site=> __f::MiddlewareChains::new(#layers, #chains)),
    }
}

/// Several layers as one, the first outermost.
fn stack(layers: &[TokenStream]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let (first, rest) = layers.split_first()?;
    Some(match stack(rest) {
        None => first.clone(),
        Some(rest) => quote_spanned!(site=> __f::Stack::new(#first, #rest)),
    })
}

fn layered(leaf: &Leaf) -> Vec<&Action> {
    let actions = leaf.actions.iter();
    actions.filter(|action| !action.layers.is_empty()).collect()
}
