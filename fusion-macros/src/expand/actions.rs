//! Prints the hidden enum of a group, with a variant for each row, and the lookup from a row's
//! index. The public enum of `actions(…)` has a variant for each action only.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{ActionsEnum, EnumVariant};
use crate::check::{Action, FlatGroup};

/// Prints the public enum if the block has `actions(…)`.
pub(super) fn actions_enum(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let named = group.named.as_ref()?;
    let this = &group.this;
    let actions = group.actions.iter().filter(|action| action.is_action());
    let variants: Vec<EnumVariant<'_>> = actions
        .map(|action| EnumVariant {
            cfg: &action.cfg,
            docs: &action.doc_attrs,
            ident: &action.variant,
            key: &action.key,
        })
        .collect();
    let found = quote_spanned!(site=> __f::action_by_key::<#this, Self>(key, Self::ALL, Self::key));
    let outside = ActionsEnum {
        named,
        cfg: &group.cfg,
        krate: &group.krate,
        variants: &variants,
        found: &found,
    };
    Some(outside.print())
}

pub(super) fn item(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let variants = group.actions.iter().map(|action| {
        let Action {
            cfg,
            doc_attrs,
            variant,
            ..
        } = action;
        quote_spanned!(site=> #(#cfg)* #(#doc_attrs)* #variant,)
    });
    quote_spanned! {site=>
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        pub enum __Action { #(#variants)* }
    }
}

pub(super) fn at_fn(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let all = group.actions.iter().map(|action| {
        let Action { cfg, variant, .. } = action;
        quote_spanned!(site=> #(#cfg)* __Action::#variant,)
    });
    quote_spanned! {site=>
        fn at(index: ::core::primitive::usize) -> ::core::option::Option<__Action> {
            const ALL: &[__Action] = &[#(#all)*];
            ALL.get(index).copied()
        }
    }
}
