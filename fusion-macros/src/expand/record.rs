//! Prints a struct whose fields are arguments.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use syn::ext::IdentExt as _;

use super::{dispatch, table};
use crate::check::{Record, RecordArg, ValidModel};

/// Prints the items beside a struct under `#[derive(Fields)]`.
pub(crate) fn record(record: &ValidModel<Record>) -> TokenStream {
    let site = Span::mixed_site();
    let Record {
        krate,
        ident,
        fields,
    } = &**record;
    let holder = Ident::new("__Defaults", site);
    let functions: Vec<TokenStream> = fields
        .iter()
        .filter_map(|entry| dispatch::default(&entry.arg))
        .collect();
    let defaults = (!functions.is_empty()).then(|| {
        quote_spanned! {site=>
            struct #holder;
            impl #holder { #(#functions)* }
        }
    });
    let rows = fields.iter().map(|entry| table::row(&entry.arg, &holder));
    let locals: Vec<Ident> = (0..fields.len())
        .map(|i| format_ident!("field{i}", span = site))
        .collect();
    let reads = fields.iter().zip(&locals).map(|(entry, local)| {
        let (value, slot) = (quote_spanned!(site=> value), quote_spanned!(site=> slot));
        let read = dispatch::read(&entry.arg, &value, &slot, &holder);
        quote_spanned! {site=>
            let (value, slot) = slots.take();
            let #local = #read;
        }
    });
    let names = fields.iter().map(|entry| &entry.field);
    let renames = renames(fields);
    let inject = inject(ident);
    quote_spanned! {site=>
        #[allow(clippy::unnecessary_wraps)]
        const _: () = {
            use #krate::__private as __f;
            #[allow(unused_imports)]
            use __f::{NoSchema as _, NotOption as _, PublishDefault as _, HideDefault as _};
            #defaults
            #[automatically_derived]
            impl __f::Fields for #ident {
                const __EXPANDED: __f::Expanded<1> = __f::Expanded;
                const FIELDS: &'static [__f::ArgSpec] = &[#(#rows)*];
                #renames
                fn read(
                    args: &mut __f::Args<'_>,
                    slots: &mut __f::SlotValues<'_>,
                ) -> ::core::option::Option<Self> {
                    #(#reads)*
                    ::core::option::Option::Some(Self { #(#names: #locals?,)* })
                }
            }
            #inject
        };
    }
}

/// Prints the pairs of names that differ, for the client, whose structs are serialized by the names of their fields.
fn renames(fields: &[RecordArg]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let pairs: Vec<TokenStream> = fields
        .iter()
        .filter_map(|RecordArg { field, arg }| {
            let (own, published) = (field.unraw().to_string(), &arg.name);
            (own != published.value()).then(|| quote_spanned!(site=> (#own, #published)))
        })
        .collect();
    (!pairs.is_empty()).then(|| {
        quote_spanned! {site=>
            const RENAMES: &'static [(
                &'static ::core::primitive::str,
                &'static ::core::primitive::str,
            )] = &[#(#pairs),*];
        }
    })
}

/// Prints the `Inject` impl through which a handler takes the `common` of its group by reference.
fn inject(ident: &Ident) -> TokenStream {
    let site = Span::mixed_site();
    // Not `automatically_derived`: rustc would add a note about derives to the error.
    quote_spanned! {site=>
        impl<__Common: __f::SharesCommon<#ident>> __f::Inject<__Common> for #ident {
            type Held<'a>
                = &'a #ident
            where
                __Common: 'a;
            fn hold<'a>(
                _: &'a __f::Ctx,
                common: &'a __Common,
            ) -> ::core::result::Result<&'a #ident, __f::MissingValue> {
                ::core::result::Result::Ok(__f::SharesCommon::shared(common))
            }
        }
    }
}
