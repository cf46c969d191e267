//! Prints the dispatch from a hierarchical tool to one of its groups.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::{
    super::{cfg_not, middleware},
    IndexedMember, at_mixed_site, indexed_members,
};
use crate::check::{Member, Tool};

/// Prints the struct of the groups' chains. Their types cannot be named, so that the struct has one
/// type parameter for each group. A group that is compiled out keeps its parameter, because a
/// generic argument can have no `cfg`.
pub(super) fn item(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let ident = at_mixed_site(&tool.ident);
    let params: Vec<Ident> = indexed_members(tool).map(IndexedMember::chains).collect();
    let bounded = indexed_members(tool).map(|one| {
        let (cfg, param, group) = (&one.member.cfg, one.chains(), one.group());
        let (input, common) = (one.group_item("Input"), one.group_item("Common"));
        let absent = cfg_not(cfg).map(|cfg| {
            quote_spanned! {site=>
                , #cfg #param: ::core::marker::Send + ::core::marker::Sync + 'static
            }
        });
        quote_spanned!(site=> #(#cfg)* #param: __f::Chains<#group, #input, #common> #absent)
    });
    let reads = indexed_members(tool).map(|one| {
        let (cfg, place) = (&one.member.cfg, one.tuple_index());
        quote_spanned!(site=> #(#cfg)* __f::Chains::reads_arguments(&self.#place),)
    });
    let names = indexed_members(tool).map(|one| {
        let (Member { cfg, name, .. }, place) = (one.member, one.tuple_index());
        quote_spanned! {site=>
            #(#cfg)*
            ::core::option::Option::Some(#name) => __f::Chains::names(&self.#place, into),
        }
    });
    let arms = indexed_members(tool).map(|one| {
        let (Member { cfg, variant, .. }, place) = (one.member, one.tuple_index());
        let value = one.group_value(&quote_spanned!(site=> group));
        quote_spanned! {site=>
            #(#cfg)*
            (__Input::#variant(input), __Common::#variant(common)) => {
                let mut input = ::core::option::Option::Some(input);
                let frame = __f::Frame::new(&mut input, common);
                __f::Chains::invoke(&self.#place, #value, frame, call).await
            }
        }
    });
    quote_spanned! {site=>
        pub struct __Chains<#(#params),*>(#(#params),*);
        #[automatically_derived]
        impl<#(#bounded),*> __f::Chains<#ident, __Input, __Common> for __Chains<#(#params),*> {
            fn reads_arguments(&self) -> ::core::primitive::bool {
                <[::core::primitive::bool]>::contains(&[#(#reads)*], &true)
            }
            fn names(&self, into: &mut __f::MiddlewareNames) {
                match into.group() {
                    #(#names)*
                    _ => {}
                }
            }
            #[allow(unused_variables)]
            async fn invoke(
                &self,
                group: &#ident,
                frame: __f::Frame<'_, __Input, __Common>,
                call: &mut __f::Call<'_>,
            ) -> __f::ToolResult {
                let common = frame.common();
                match (frame.take()?, common) {
                    #(#arms)*
                    _ => ::core::result::Result::Err(__f::mismatch_error()),
                }
            }
        }
    }
}

/// Prints the body of `chains`.
pub(super) fn chains_body(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let values = indexed_members(tool).map(|one| {
        let (cfg, chains) = (&one.member.cfg, one.group_item("chains"));
        let value = one.group_value(&quote_spanned!(site=> self));
        let value = quote_spanned!(site=> #chains(#value));
        match cfg_not(cfg) {
            None => value,
            Some(absent) => {
                quote_spanned!(site=> { #(#cfg)* { #value } #absent { __f::StubChains } })
            }
        }
    });
    let chains = quote_spanned!(site=> __Chains(#(#values),*));
    let import = (!tool.middleware.is_empty()).then(middleware::import);
    let chains = middleware::wrap_chains(&tool.middleware, chains);
    quote_spanned!(site=> #import #chains)
}
