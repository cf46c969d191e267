//! Prints stub impls for items with mistakes, so that rustc reports no further errors about missing
//! impls.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Ident, LitStr, Pat};

use crate::{
    attr::ItemName,
    check::{FaultyModel, FlatGroup, Tool},
    expand::{ActionsEnum, EnumVariant, stub_client, stub_tool_client},
    model::{Block, Method, RecordItem, ToolItem},
    names, types,
};

/// Prints the stub of a block. `group` is the checked block, if it was parsed.
pub(crate) fn flat_group(block: &Block, group: Option<&FaultyModel<FlatGroup>>) -> TokenStream {
    let site = Span::mixed_site();
    let named = actions(block);
    let types = argument_types(block);
    if types::path(&block.self_ty).is_none() {
        return named;
    }
    let client = group.and_then(stub_client);
    let (krate, cfg, self_ty) = (&block.krate, &block.cfg, &block.self_ty);
    let (generics, _, bounds) = block.generics.split_for_impl();
    let bounds = bounds.map(|bounds| &bounds.predicates);
    quote_spanned! {site=>
        #named
        #client
        #(#cfg)*
        const _: () = {
            use #krate::__private as __f;
            #[automatically_derived]
            impl #generics __f::ActionGroup for #self_ty
            where
                Self: ::core::marker::Send + ::core::marker::Sync + 'static,
                #bounds
            {
                const __EXPANDED: __f::Expanded<1> = __f::Expanded;
                type Action = ();
                type Common = __f::NoCommon;
                type Input = ();
                const SPEC: &'static __f::GroupSpec = &__f::GroupSpec::new("", "", &[]);
                fn at(_: ::core::primitive::usize) -> ::core::option::Option<()> {
                    ::core::option::Option::None
                }
                fn parse((): (), _: &mut __f::Args<'_>) -> ::core::option::Option<(__f::NoCommon, ())> {
                    ::core::option::Option::None
                }
                #[allow(refining_impl_trait)]
                fn chains(&self) -> __f::StubChains {
                    __f::StubChains
                }
            }
            #(const _: () = {
                const fn argument<T: __f::Argument>() {}
                argument::<#types>()
            };)*
        };
    }
}

/// Returns the types of the arguments whose parameters have no mistake, so that rustc checks them in the
/// same compilation. A parameter with `#[arg]` is left out, because a misspelt key may be what its type needs.
fn argument_types(block: &Block) -> Vec<TokenStream> {
    let Some(this) = types::path(&block.self_ty).map(types::concrete_path) else {
        return Vec::new();
    };
    if !block.generics.params.is_empty() {
        return Vec::new();
    }
    let methods = block.methods.iter();
    let methods =
        methods.filter(|method| method.sig.generics.params.is_empty() && method.cfg.is_empty());
    let params = methods.flat_map(|method| &method.params);
    let plain = params.filter(|param| {
        matches!(param.pat, Pat::Ident(_))
            && param.attr.is_none()
            && param.foreign.is_empty()
            && param.cfg.is_none()
            && types::reference(&param.ty).is_none()
            && types::borrow(&param.ty).is_none()
            && types::impl_trait(&param.ty).is_none()
    });
    plain
        .map(|param| types::replace_self(param.ty.to_token_stream(), &this))
        .collect()
}

/// Prints the stub of a struct of groups. `checked` is the checked struct, if it was parsed.
pub(crate) fn tool(tool: &ToolItem, checked: Option<&FaultyModel<Tool>>) -> TokenStream {
    let site = Span::mixed_site();
    let client = checked.and_then(stub_tool_client);
    let ToolItem {
        krate, cfg, ident, ..
    } = tool;
    let (generics, arguments, bounds) = tool.generics.split_for_impl();
    let bounds = bounds.map(|bounds| &bounds.predicates);
    quote_spanned! {site=>
        #client
        #(#cfg)*
        const _: () = {
            use #krate::__private as __f;
            #[automatically_derived]
            impl #generics __f::Tool for #ident #arguments
            where
                Self: ::core::marker::Send + ::core::marker::Sync + 'static,
                #bounds
            {
                const __EXPANDED: __f::Expanded<1> = __f::Expanded;
                type Action = ();
                type Common = __f::NoCommon;
                type Input = ();
                const SPEC: &'static __f::ToolSpec = &__f::ToolSpec::hierarchical("", "", &[]);
                fn at(_: ::core::primitive::usize) -> ::core::option::Option<()> {
                    ::core::option::Option::None
                }
                fn parse((): (), _: &mut __f::Args<'_>) -> ::core::option::Option<(__f::NoCommon, ())> {
                    ::core::option::Option::None
                }
                fn common(
                    _: &__f::NoCommon,
                ) -> ::core::option::Option<&(dyn ::core::any::Any + ::core::marker::Send + ::core::marker::Sync)> {
                    ::core::option::Option::None
                }
                #[allow(refining_impl_trait)]
                fn chains(&self) -> __f::StubChains {
                    __f::StubChains
                }
            }
        };
    }
}

pub(crate) fn record(record: &RecordItem) -> TokenStream {
    let site = Span::mixed_site();
    let RecordItem { krate, ident, .. } = record;
    let (generics, arguments, bounds) = record.generics.split_for_impl();
    let predicates: Vec<_> = bounds
        .iter()
        .flat_map(|bounds| &bounds.predicates)
        .collect();
    quote_spanned! {site=>
        const _: () = {
            use #krate::__private as __f;
            #[automatically_derived]
            impl #generics __f::Fields for #ident #arguments
            where
                Self: 'static,
                #(#predicates,)*
            {
                const __EXPANDED: __f::Expanded<1> = __f::Expanded;
                const FIELDS: &'static [__f::ArgSpec] = &[];
                fn read(
                    _: &mut __f::Args<'_>,
                    _: &mut __f::SlotValues<'_>,
                ) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
            }
            #[automatically_derived]
            impl #generics __f::Inject<Self> for #ident #arguments
            where
                Self: 'static,
                #(#predicates,)*
            {
                type Held<'held> = &'held Self;
                fn hold<'held>(
                    _: &'held __f::Ctx,
                    common: &'held Self,
                ) -> ::core::result::Result<&'held Self, __f::MissingValue> {
                    ::core::result::Result::Ok(common)
                }
            }
        };
    }
}

/// Prints the enum of `actions(…)`, so that code with its variants still compiles.
fn actions(block: &Block) -> TokenStream {
    let is_free = |named: &&ItemName| {
        !types::path(&block.self_ty).is_some_and(|path| path.is_ident(&named.ident))
    };
    let Some(named) = block.attr.actions.as_ref().filter(is_free) else {
        return TokenStream::new();
    };
    let methods: Vec<&Ident> = block.methods.iter().map(Method::name).collect();
    let idents = names::variants(&methods);
    let keys: Vec<LitStr> = methods
        .iter()
        .map(|method| LitStr::new(&method.to_string(), method.span()))
        .collect();
    let variants: Vec<EnumVariant<'_>> = block
        .methods
        .iter()
        .zip(&idents)
        .zip(&keys)
        .map(|((method, ident), key)| EnumVariant {
            cfg: &method.cfg,
            docs: &method.doc_attrs,
            ident,
            key,
        })
        .collect();
    let nothing = quote!(::core::option::Option::None);
    let published = ActionsEnum {
        named,
        cfg: &block.cfg,
        krate: &block.krate,
        variants: &variants,
        found: &nothing,
    };
    published.print()
}
