//! Prints the typed client of a block: a struct with a method for each action, and a struct with the setters of
//! each action that has optional arguments. The runtime sends the calls and reads the results.

mod method;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Attribute, Visibility, parse_quote};

use self::method::{PrintedMethod, printed_methods};
use crate::{
    attr::ItemName,
    check::{FaultyModel, FlatGroup},
    doc::Doc,
};

/// Prints the client beside the block, if the block has one.
pub(super) fn items(group: &FlatGroup) -> Option<TokenStream> {
    printed(group, false)
}

/// Prints the client of a block with mistakes, so that code with its methods still compiles. Types get no bounds,
/// and the methods send nothing.
pub(crate) fn stub(group: &FaultyModel<FlatGroup>) -> Option<TokenStream> {
    printed(group.known(), true)
}

fn printed(group: &FlatGroup, is_stub: bool) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let client = group.client.as_ref()?;
    let FlatGroup {
        krate, cfg, this, ..
    } = group;
    let docs = docs(&group.docs, " The client of the group.");
    let is_public = matches!(client.named.vis, Visibility::Public(_));
    let (outside, inside) = if is_public || !client.has_type {
        (item(&client.named, krate, cfg, &docs), None)
    } else {
        hidden_item(&client.named, group, &docs)
    };
    let methods: Vec<PrintedMethod<'_>> = printed_methods(group, client, is_stub).collect();
    let builders = methods.iter().map(|one| one.builder_item(group));
    let at = at_fn(&client.named.vis);
    let functions = methods.iter().map(PrintedMethod::function);
    let impls = methods.iter().map(PrintedMethod::builder_impls);
    let bounds = methods.iter().map(PrintedMethod::bound);
    let unused = is_stub.then(|| quote_spanned!(site=> #[allow(unused_variables)]));
    let ident = &client.named.ident;
    let found = client.has_type.then(|| {
        quote_spanned! {site=>
            #[automatically_derived]
            impl __f::GroupClient for #this {
                type Client<'c> = #ident<'c>;
                fn client(mount: __f::ClientMount<'_>) -> #ident<'_> {
                    #ident(mount)
                }
            }
        }
    });
    quote_spanned! {site=>
        #outside
        #(#builders)*
        #(#cfg)*
        #[allow(
            dead_code, clippy::should_implement_trait, clippy::too_many_arguments,
            clippy::wrong_self_convention, rustdoc::broken_intra_doc_links,
        )]
        #unused
        const _: () = {
            use #krate::__private as __f;
            #inside
            #[automatically_derived]
            impl<'c> #ident<'c> {
                #at
                #(#functions)*
            }
            #(#impls)*
            #found
            #(#bounds)*
        };
    }
    .into()
}

/// Prints the text of a client's docs: those of the item, or `otherwise`.
pub(super) fn docs(docs: &Doc, otherwise: &str) -> TokenStream {
    if docs.is_empty() {
        quote_spanned!(Span::mixed_site()=> #otherwise)
    } else {
        docs.to_token_stream()
    }
}

/// Prints the struct of a client.
pub(super) fn item(
    named: &ItemName,
    krate: &syn::Path,
    cfg: &[Attribute],
    docs: &TokenStream,
) -> TokenStream {
    let site = Span::mixed_site();
    let ItemName { vis, ident } = named;
    quote_spanned! {site=>
        #(#cfg)*
        #[doc = #docs]
        #[allow(rustdoc::broken_intra_doc_links)]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #vis struct #ident<'c>(#krate::__private::ClientMount<'c>);
    }
}

/// Prints the client of a block that not everyone may name: as an alias, and as the struct in the block of the
/// impls. The type of the block may be visible to more, and an associated type of it is `pub` for rustc, although
/// nobody can name it there.
fn hidden_item(
    named: &ItemName,
    group: &FlatGroup,
    docs: &TokenStream,
) -> (TokenStream, Option<TokenStream>) {
    let site = Span::mixed_site();
    let ItemName { vis, ident } = named;
    let FlatGroup {
        krate, cfg, this, ..
    } = group;
    let alias = quote_spanned! {site=>
        #(#cfg)*
        #[doc = #docs]
        #[allow(dead_code, rustdoc::broken_intra_doc_links)]
        #vis type #ident<'c> = <#this as #krate::__private::GroupClient>::Client<'c>;
    };
    let everywhere = ItemName {
        vis: parse_quote!(pub),
        ident: ident.clone(),
    };
    (alias, Some(item(&everywhere, krate, &[], docs)))
}

/// Prints the function that creates a client.
pub(super) fn at_fn(vis: &Visibility) -> TokenStream {
    let site = Span::mixed_site();
    quote_spanned! {site=>
        /// Creates the client of what stands at a key: `tool`, or `tool/module` for a group of a struct.
        #[must_use]
        #vis fn at(
            connection: &'c impl __f::ClientConnection,
            key: impl ::core::convert::Into<__f::String>,
        ) -> Self {
            Self(__f::ClientMount::new(connection, key))
        }
    }
}
