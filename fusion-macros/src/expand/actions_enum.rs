//! Prints the public enum that `actions(vis Name)` declares beside the block.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, LitStr, Path};

use crate::attr::ItemName;

/// The parts of the enum. A block with mistakes has them as well.
pub(crate) struct ActionsEnum<'a> {
    pub(crate) named: &'a ItemName,
    pub(crate) cfg: &'a [Attribute],
    pub(crate) krate: &'a Path,
    pub(crate) variants: &'a [EnumVariant<'a>],
    /// The expression that looks up a variant by `key`; its type is an `Option`.
    pub(crate) found: &'a TokenStream,
}

/// One action of the enum.
pub(crate) struct EnumVariant<'a> {
    pub(crate) cfg: &'a [Attribute],
    pub(crate) docs: &'a [Attribute],
    pub(crate) ident: &'a Ident,
    pub(crate) key: &'a LitStr,
}

impl ActionsEnum<'_> {
    pub(crate) fn print(&self) -> TokenStream {
        let site = Span::mixed_site();
        let Self { cfg, krate, .. } = self;
        let item = self.item();
        let keys = self.keys();
        let text = self.text();
        let serde = self.serde();
        quote_spanned! {site=>
            #item
            #(#cfg)*
            const _: () = {
                #[allow(unused_imports)]
                use #krate::__private::{self as __f, serde as __serde};
                #keys
                #text
                #serde
            };
        }
    }

    /// Prints the enum. Doc links that resolve on a method may not resolve on a variant, hence the
    /// `allow`.
    fn item(&self) -> TokenStream {
        let site = Span::mixed_site();
        let cfg = self.cfg;
        let ItemName { vis, ident } = self.named;
        let variants = self.variants.iter().map(|variant| {
            let EnumVariant {
                cfg,
                docs,
                ident,
                key,
            } = variant;
            let docs = if docs.is_empty() {
                let text = format!(" The action `{}`.", key.value());
                quote_spanned!(site=> #[doc = #text])
            } else {
                quote_spanned!(site=> #(#docs)*)
            };
            quote_spanned!(site=> #(#cfg)* #docs #ident,)
        });
        quote_spanned! {site=>
            #(#cfg)*
            /// The actions of the group.
            #[allow(rustdoc::broken_intra_doc_links)]
            #[derive(
                ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug,
                ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash,
            )]
            #vis enum #ident { #(#variants)* }
        }
    }

    fn keys(&self) -> TokenStream {
        let site = Span::mixed_site();
        let ident = &self.named.ident;
        let all = self.map_variants(|variant, _| quote_spanned!(site=> Self::#variant,));
        let keys = self.map_variants(|variant, key| quote_spanned!(site=> Self::#variant => #key,));
        quote_spanned! {site=>
            #[automatically_derived]
            #[allow(dead_code)]
            impl #ident {
                /// All actions, in source order.
                pub const ALL: &'static [Self] = &[#(#all)*];
                /// The action's key on the wire.
                #[must_use]
                pub const fn key(self) -> &'static ::core::primitive::str {
                    match self { #(#keys)* }
                }
            }
        }
    }

    fn text(&self) -> TokenStream {
        let site = Span::mixed_site();
        let (ident, found) = (&self.named.ident, self.found);
        quote_spanned! {site=>
            #[automatically_derived]
            impl ::core::str::FromStr for #ident {
                type Err = __f::UnknownAction;
                fn from_str(
                    key: &::core::primitive::str,
                ) -> ::core::result::Result<Self, __f::UnknownAction> {
                    #found.ok_or_else(|| __f::UnknownAction::new(key, Self::ALL, Self::key))
                }
            }
            #[automatically_derived]
            impl ::core::fmt::Display for #ident {
                fn fmt(&self, out: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Display::fmt(self.key(), out)
                }
            }
        }
    }

    fn serde(&self) -> TokenStream {
        let site = Span::mixed_site();
        let ident = &self.named.ident;
        quote_spanned! {site=>
            #[automatically_derived]
            impl __serde::Serialize for #ident {
                fn serialize<S: __serde::Serializer>(
                    &self,
                    out: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    __serde::Serializer::serialize_str(out, self.key())
                }
            }
            #[automatically_derived]
            impl<'de> __serde::Deserialize<'de> for #ident {
                fn deserialize<D: __serde::Deserializer<'de>>(
                    input: D,
                ) -> ::core::result::Result<Self, D::Error> {
                    __f::deserialize_key(input)
                }
            }
        }
    }

    fn map_variants(&self, print: impl Fn(&Ident, &LitStr) -> TokenStream) -> Vec<TokenStream> {
        self.variants
            .iter()
            .map(|variant| {
                let cfg = variant.cfg.iter().map(ToTokens::to_token_stream);
                let rest = print(variant.ident, variant.key);
                cfg.chain([rest]).collect()
            })
            .collect()
    }
}
