//! The discriminator enum, and the ways between it, keys and rows.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::{Published, Variant};
use crate::check::{Action, Leaf};

/// Under which name the variants of the actions stand.
pub(crate) struct Enum {
    pub(crate) ident: Ident,
    named: bool,
}

impl Enum {
    pub(super) fn of(leaf: &Leaf) -> Self {
        match &leaf.named {
            Some(named) => Self {
                ident: named.ident.clone(),
                named: true,
            },
            None => Self {
                ident: Ident::new("__Action", Span::mixed_site()),
                named: false,
            },
        }
    }

    /// The group's `Action` around one of the variants. An author's enum may be less visible than
    /// its group, which an associated type may not be; hence the struct around it.
    fn wrap(&self, variant: TokenStream) -> TokenStream {
        let site = Span::mixed_site();
        if self.named {
            quote_spanned!(site=> __Action(#variant))
        } else {
            variant
        }
    }

    /// The variant inside the group's `Action`.
    pub(super) fn inner(&self) -> TokenStream {
        let site = Span::mixed_site();
        if self.named {
            quote_spanned!(site=> action.0)
        } else {
            quote_spanned!(site=> action)
        }
    }
}

/// What stands beside the block, and what is hidden.
pub(super) fn items(leaf: &Leaf, enumeration: &Enum) -> (TokenStream, TokenStream) {
    let site = Span::mixed_site();
    let ident = &enumeration.ident;
    let Some(named) = &leaf.named else {
        let variants = leaf.actions.iter().map(|action| {
            let Action {
                cfg,
                doc_attrs,
                variant,
                ..
            } = action;
            quote_spanned!(site=> #(#cfg)* #(#doc_attrs)* #variant,)
        });
        let inside = quote_spanned! {site=>
            #[derive(::core::clone::Clone, ::core::marker::Copy)]
            pub enum #ident { #(#variants)* }
        };
        return (TokenStream::new(), inside);
    };
    let this = &leaf.this;
    let variants: Vec<Variant<'_>> = leaf
        .actions
        .iter()
        .map(|action| Variant {
            cfg: &action.cfg,
            docs: &action.doc_attrs,
            ident: &action.variant,
            key: &action.key,
        })
        .collect();
    let found = quote_spanned! {site=>
        <#this as __f::ActionGroup>::resolve(key).map(|action| action.0)
    };
    let inside = quote_spanned! {site=>
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        pub struct __Action(#ident);
    };
    let outside = Published {
        named,
        cfg: &leaf.cfg,
        krate: &leaf.krate,
        variants: &variants,
        found: &found,
    };
    (outside.print(), inside)
}

pub(super) fn resolve(leaf: &Leaf, enumeration: &Enum) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &enumeration.ident;
    let arms = leaf.actions.iter().map(|action| {
        let Action {
            cfg,
            key,
            aliases,
            variant,
            ..
        } = action;
        quote_spanned!(site=> #(#cfg)* #key #(| #aliases)* => #ident::#variant,)
    });
    let found = enumeration.wrap(quote_spanned!(site=> action));
    quote_spanned! {site=>
        fn resolve(key: &::core::primitive::str) -> ::core::option::Option<__Action> {
            let action = match key {
                #(#arms)*
                _ => return ::core::option::Option::None,
            };
            ::core::option::Option::Some(#found)
        }
    }
}

pub(super) fn index(leaf: &Leaf, enumeration: &Enum) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &enumeration.ident;
    let inner = enumeration.inner();
    let all = leaf.actions.iter().map(|action| {
        let Action { cfg, variant, .. } = action;
        let one = enumeration.wrap(quote_spanned!(site=> #ident::#variant));
        quote_spanned!(site=> #(#cfg)* #one,)
    });
    quote_spanned! {site=>
        fn index(action: __Action) -> ::core::primitive::usize {
            #inner as ::core::primitive::usize
        }
        fn at(index: ::core::primitive::usize) -> ::core::option::Option<__Action> {
            const ALL: &[__Action] = &[#(#all)*];
            ALL.get(index).copied()
        }
    }
}
