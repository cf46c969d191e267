//! Prints the middleware of a block and of its actions: `with(…)` and `timeout`. A block without
//! middleware prints nothing here.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{cfg_not, struct_args};
use crate::check::{Action, FlatGroup};

/// Prints the dispatch through the middleware of single actions. Middleware types cannot be named,
/// so that the struct has one type parameter for each action with middleware.
pub(super) fn item(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let (this, common) = (&group.this, struct_args::common_type(group));
    let wrapped = actions_with_middleware(group);
    let params: Vec<Ident> = (0..wrapped.len())
        .map(|place| format_ident!("__Middleware{place}", span = site))
        .collect();
    let places: Vec<Literal> = (0..wrapped.len()).map(Literal::usize_unsuffixed).collect();
    let arms = wrapped.iter().zip(&places).map(|(action, place)| {
        let Action { cfg, variant, .. } = action;
        quote_spanned! {site=>
            #(#cfg)*
            ::core::option::Option::Some(__Input::#variant { .. }) => {
                __f::run_middleware(&self.#place, &__Chains, group, frame, call).await
            }
        }
    });
    let names = wrapped.iter().zip(&places).map(|(action, place)| {
        let Action { cfg, key, .. } = action;
        quote_spanned!(site=> #(#cfg)* #key => into.add(&self.#place),)
    });
    (!wrapped.is_empty()).then(|| {
        quote_spanned! {site=>
            pub struct __Middleware<#(#params),*>(#(#params),*);
            #[automatically_derived]
            impl<#(#params: __f::Middleware),*> __f::Chains<#this, __Input, #common> for __Middleware<#(#params),*> {
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

/// Prints the body of `chains`, which constructs the middleware, that of the block first.
pub(super) fn chains_body(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let values = actions_with_middleware(group).into_iter().map(|action| {
        let (cfg, value) = (&action.cfg, stack(&action.middleware));
        match cfg_not(cfg) {
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
        quote_spanned!(site=> __Middleware(#(#values),*))
    };
    let is_timed = group.actions.iter().any(|action| action.timeout.is_some());
    let stated = is_timed.then(|| quote_spanned!(site=> __f::ActionTimeout));
    let block_middleware: Vec<TokenStream> =
        stated.into_iter().chain(group.middleware.clone()).collect();
    let any = !group.middleware.is_empty() || !actions_with_middleware(group).is_empty();
    let import = any.then(import);
    let chains = wrap_chains(&block_middleware, chains);
    quote_spanned!(site=> #import #chains)
}

/// Prints the import of the trait behind `made`, which every middleware expression calls.
pub(super) fn import() -> TokenStream {
    let site = Span::mixed_site();
    quote_spanned! {site=>
        #[allow(unused_imports)]
        use __f::NotMiddleware as _;
    }
}

/// Wraps chains in middleware, if there is any.
pub(super) fn wrap_chains(middleware: &[TokenStream], chains: TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    match stack(middleware) {
        None => chains,
        Some(middleware) => quote_spanned!(site=> __f::MiddlewareChains::new(#middleware, #chains)),
    }
}

/// Combines several middleware into one, the first outermost.
fn stack(middleware: &[TokenStream]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let (first, rest) = middleware.split_first()?;
    Some(match stack(rest) {
        None => first.clone(),
        Some(rest) => quote_spanned!(site=> __f::Stack::new(#first, #rest)),
    })
}

fn actions_with_middleware(group: &FlatGroup) -> Vec<&Action> {
    let actions = group.actions.iter();
    actions
        .filter(|action| !action.middleware.is_empty())
        .collect()
}
