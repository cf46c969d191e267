//! Prints the typed client of a block: a struct with a method for each action, and a struct with the setters of
//! each action that has optional arguments. The runtime sends the calls and reads the results.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Visibility, parse_quote};

use super::ends;
use crate::{
    attr::ItemName,
    check::{Action, Arg, ClientMethod, ClientParameter, ClientSetter, FlatGroup, GroupClient},
};

/// Prints the client beside the block, if the block has one.
pub(super) fn items(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let client = group.client.as_ref()?;
    let FlatGroup {
        krate, cfg, this, ..
    } = group;
    let text = if group.docs.is_empty() {
        quote_spanned!(site=> " The client of the group.")
    } else {
        let docs = &group.docs;
        quote_spanned!(site=> #docs)
    };
    let (outside, inside) = match client.named.vis {
        Visibility::Public(_) => (item(&client.named, krate, cfg, &text), None),
        _ => hidden_item(&client.named, group, &text),
    };
    let methods: Vec<PrintedMethod<'_>> = printed_methods(group, client).collect();
    let builders = methods.iter().map(|one| one.builder_item(group));
    let at = at_fn(&client.named.vis);
    let functions = methods.iter().map(PrintedMethod::function);
    let impls = methods.iter().map(PrintedMethod::builder_impls);
    let bounds = methods.iter().map(PrintedMethod::bound);
    let ident = &client.named.ident;
    quote_spanned! {site=>
        #outside
        #(#builders)*
        #(#cfg)*
        #[allow(
            dead_code, clippy::should_implement_trait, clippy::too_many_arguments,
            clippy::wrong_self_convention, rustdoc::broken_intra_doc_links,
        )]
        const _: () = {
            use #krate::__private as __f;
            #inside
            #[automatically_derived]
            impl<'c> #ident<'c> {
                #at
                #(#functions)*
            }
            #(#impls)*
            #[automatically_derived]
            impl __f::GroupClient for #this {
                type Client<'c> = #ident<'c>;
                fn client(mount: __f::ClientMount<'_>) -> #ident<'_> {
                    #ident(mount)
                }
            }
            #(#bounds)*
        };
    }
    .into()
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

fn printed_methods<'g>(
    group: &'g FlatGroup,
    client: &'g GroupClient,
) -> impl Iterator<Item = PrintedMethod<'g>> {
    let methods = client.methods.iter();
    methods.filter_map(move |method| {
        let action = group.actions.get(method.action)?;
        let common = group.common.as_ref().filter(|_| !action.omits_common);
        Some(PrintedMethod {
            vis: &client.named.vis,
            method,
            action,
            returned: action.returned(),
            common: common.map(|common| &common.ty),
        })
    })
}

/// The method of one action, with what it is printed from.
struct PrintedMethod<'g> {
    vis: &'g Visibility,
    method: &'g ClientMethod,
    action: &'g Action,
    returned: TokenStream,
    common: Option<&'g TokenStream>,
}

impl PrintedMethod<'_> {
    fn docs(&self) -> TokenStream {
        let site = Span::mixed_site();
        let docs = &self.action.doc_attrs;
        if docs.is_empty() {
            let text = format!(" Calls the action `{}`.", self.action.key.value());
            return quote_spanned!(site=> #[doc = #text]);
        }
        quote_spanned!(site=> #(#docs)*)
    }

    fn function(&self) -> TokenStream {
        let site = Span::mixed_site();
        let Action {
            cfg, method, key, ..
        } = self.action;
        let (vis, docs, returned) = (self.vis, self.docs(), &self.returned);
        let parameters = self.method.parameters.iter().map(|one| self.parameter(one));
        let common = self.common.map(|ty| quote_spanned!(site=> common: &#ty,));
        let values = self.method.parameters.iter().map(|one| self.value(one));
        let shared = self.common.map(|ty| {
            let omitted = &self.action.omitted_fields;
            let fields = bounded("client_fields", ty, &quote_spanned!(site=> common));
            quote_spanned!(site=> .with_fields(#fields, &[#(#omitted),*]))
        });
        let request = quote_spanned!(site=> self.0.request(#key) #(#values)* #shared);
        let (output, call) = match &self.method.builder {
            Some(builder) => (
                quote_spanned!(site=> #builder<'c, #returned>),
                quote_spanned!(site=> #builder(#request)),
            ),
            None => (
                quote_spanned!(site=> __f::ActionRequest<'c, #returned>),
                request,
            ),
        };
        quote_spanned! {site=>
            #(#cfg)*
            #docs
            #vis fn #method(&self, #(#parameters)* #common) -> #output {
                #call
            }
        }
    }

    fn parameter(&self, parameter: &ClientParameter) -> TokenStream {
        let site = Span::mixed_site();
        let ident = parameter.ident();
        match *parameter {
            ClientParameter::Argument { slot, .. } => {
                let ty = self.action.args.get(slot).map(|arg| &arg.ty);
                quote_spanned!(site=> #ident: #ty,)
            }
            ClientParameter::Struct { place, .. } => {
                let ty = self.action.flattened.get(place);
                quote_spanned!(site=> #ident: &#ty,)
            }
        }
    }

    fn value(&self, parameter: &ClientParameter) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let ident = parameter.ident();
        match *parameter {
            ClientParameter::Argument { slot, .. } => {
                let Arg { name, ty, .. } = self.action.args.get(slot)?;
                let value = bounded("client_argument", ty, &quote_spanned!(site=> #ident));
                Some(quote_spanned!(site=> .with(#name, #value)))
            }
            ClientParameter::Struct { place, .. } => {
                let ty = self.action.flattened.get(place)?;
                let fields = bounded("client_fields", ty, &quote_spanned!(site=> #ident));
                Some(quote_spanned!(site=> .with_fields(#fields, &[])))
            }
        }
    }

    /// Prints the struct with the setters. What the action returns is a parameter, because rustc would refuse the
    /// author's own error type in the `Output` of a future that more code may name.
    fn builder_item(&self, group: &FlatGroup) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let builder = self.method.builder.as_ref()?;
        let (krate, block, cfg) = (&group.krate, &group.cfg, &self.action.cfg);
        let (vis, docs) = (self.vis, self.docs());
        Some(quote_spanned! {site=>
            #(#block)*
            #(#cfg)*
            #docs
            #[allow(rustdoc::broken_intra_doc_links)]
            #[must_use = "a call is sent when it is awaited"]
            #vis struct #builder<'c, __R>(#krate::__private::ActionRequest<'c, __R>);
        })
    }

    fn builder_impls(&self) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let builder = self.method.builder.as_ref()?;
        let cfg = &self.action.cfg;
        let setters = self
            .method
            .setters
            .iter()
            .filter_map(|one| self.setter(one));
        let future = quote_spanned!(site=> ::core::future::IntoFuture);
        Some(quote_spanned! {site=>
            #(#cfg)*
            #[automatically_derived]
            impl<__R> #builder<'_, __R> { #(#setters)* }
            #(#cfg)*
            #[automatically_derived]
            impl<'c, __R: __f::ClientOutput> #future for #builder<'c, __R> {
                type Output = ::core::result::Result<__R::Value, __f::ClientError>;
                type IntoFuture = __f::ActionFuture<'c, __R::Value>;
                fn into_future(self) -> Self::IntoFuture {
                    #future::into_future(self.0)
                }
            }
            #(#cfg)*
            #[automatically_derived]
            impl<__R> ::core::fmt::Debug for #builder<'_, __R> {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Debug::fmt(&self.0, f)
                }
            }
        })
    }

    fn setter(&self, setter: &ClientSetter) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let Arg {
            name,
            ty,
            inner,
            docs,
            ..
        } = self.action.args.get(setter.slot)?;
        let (vis, ident) = (self.vis, &setter.ident);
        let taken = inner.as_ref().unwrap_or(ty);
        let function = if inner.is_some() {
            "client_option"
        } else {
            "client_argument"
        };
        let value = bounded(function, ty, &quote_spanned!(site=> #ident));
        let docs = if docs.is_empty() {
            let text = format!(" Sets the argument `{}`.", name.value());
            quote_spanned!(site=> #text)
        } else {
            quote_spanned!(site=> #docs)
        };
        Some(quote_spanned! {site=>
            #[doc = #docs]
            #vis fn #ident(self, #ident: #taken) -> Self {
                Self(self.0.with(#name, #value))
            }
        })
    }

    /// Prints the bound of the result, with the span of its type.
    fn bound(&self) -> TokenStream {
        let site = Span::mixed_site();
        let cfg = &self.action.cfg;
        let call = bounded("client_output", &self.returned, &TokenStream::new());
        quote_spanned!(site=> #(#cfg)* const _: () = #call;)
    }
}

/// Prints the call of a function of the runtime with a bound on `ty`, with the span of the type, so that rustc
/// reports a missing bound there.
fn bounded(function: &str, ty: &TokenStream, value: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let (first, last) = ends(ty);
    let function = Ident::new(function, first.resolved_at(site));
    let function = quote_spanned!(first.resolved_at(site)=> __f::#function::<#ty>);
    let mut value = Group::new(Delimiter::Parenthesis, value.clone());
    value.set_span(last.resolved_at(site));
    quote!(#function #value)
}
