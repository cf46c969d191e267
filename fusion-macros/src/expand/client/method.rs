//! Prints the method of a client for one action, and the struct with the setters of its optional arguments.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Visibility, ext::IdentExt as _};

use super::super::ends;
use crate::check::{
    Action, Arg, BlockClient, ClientMethod, ClientParameter, ClientSetter, FlatGroup,
    IDEMPOTENCY_KEY,
};

/// Returns the methods of a client. Those of a stub have the signatures, and call nothing.
pub(super) fn printed_methods<'g>(
    group: &'g FlatGroup,
    client: &'g BlockClient,
    is_stub: bool,
) -> impl Iterator<Item = PrintedMethod<'g>> {
    let methods = client.methods.iter();
    methods.filter_map(move |method| {
        let action = group.actions.get(method.action)?;
        let common = group.common.as_ref().filter(|_| !action.omits_common);
        Some(PrintedMethod {
            vis: &client.named.vis,
            client: &client.named.ident,
            method,
            action,
            returned: action.returned(),
            common: common.map(|common| &common.ty),
            is_stub,
        })
    })
}

/// The method of one action, with what it is printed from.
pub(super) struct PrintedMethod<'g> {
    vis: &'g Visibility,
    client: &'g Ident,
    method: &'g ClientMethod,
    action: &'g Action,
    returned: TokenStream,
    common: Option<&'g TokenStream>,
    is_stub: bool,
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

    pub(super) fn function(&self) -> TokenStream {
        let site = Span::mixed_site();
        let Action {
            cfg, method, key, ..
        } = self.action;
        let (vis, docs, returned) = (self.vis, self.docs(), &self.returned);
        let parameters = self.method.parameters.iter().map(|one| self.parameter(one));
        let common = self.common.map(|ty| quote_spanned!(site=> common: &#ty,));
        let values = (!self.is_stub).then(|| self.values());
        let request = quote_spanned!(site=> self.0.request(#key) #values);
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
        let deprecated = self.action.deprecated.as_ref().map(|instead| {
            let note =
                (!instead.value().is_empty()).then(|| quote_spanned!(site=> (note = #instead)));
            quote_spanned!(site=> #[deprecated #note])
        });
        quote_spanned! {site=>
            #(#cfg)*
            #docs
            #deprecated
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

    /// Prints the calls that set the arguments of the parameters.
    fn values(&self) -> TokenStream {
        let site = Span::mixed_site();
        let values = self.method.parameters.iter().map(|one| self.value(one));
        let shared = self.common.map(|ty| {
            let omitted = &self.action.omitted_fields;
            let fields = bounded("client_fields", ty, &quote_spanned!(site=> common));
            quote_spanned!(site=> .with_fields(#fields, &[#(#omitted),*]))
        });
        quote_spanned!(site=> #(#values)* #shared)
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
    pub(super) fn builder_item(&self, group: &FlatGroup) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let builder = self.method.builder.as_ref()?;
        let (krate, block, cfg) = (&group.krate, &group.cfg, &self.action.cfg);
        let vis = self.vis;
        let docs = format!(
            " The call of [`{}::{}`]. Each method sets an optional argument.",
            self.client,
            self.action.method.unraw()
        );
        Some(quote_spanned! {site=>
            #(#block)*
            #(#cfg)*
            #[doc = #docs]
            #[must_use = "a call is sent when it is awaited"]
            #vis struct #builder<'c, __R>(#krate::__private::ActionRequest<'c, __R>);
        })
    }

    pub(super) fn builder_impls(&self) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let builder = self.method.builder.as_ref()?;
        let cfg = &self.action.cfg;
        let setters = self
            .method
            .setters
            .iter()
            .filter_map(|one| self.setter(one))
            .chain(self.key_setter());
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
        let value = (!self.is_stub).then(|| {
            let ident = ident.to_token_stream();
            let value = match inner {
                Some(_) => bounded("client_option", &quote!(#ty, #taken), &ident),
                None => bounded("client_argument", ty, &ident),
            };
            quote_spanned!(site=> .with(#name, #value))
        });
        let docs = if docs.is_empty() {
            let text = format!(" Sets the argument `{}`.", name.value());
            quote_spanned!(site=> #text)
        } else {
            quote_spanned!(site=> #docs)
        };
        Some(quote_spanned! {site=>
            #[doc = #docs]
            #vis fn #ident(self, #ident: #taken) -> Self {
                Self(self.0 #value)
            }
        })
    }

    /// Prints the setter of the argument that names a call of an action with `once`.
    fn key_setter(&self) -> Option<TokenStream> {
        let site = Span::mixed_site();
        self.action.once?;
        let vis = self.vis;
        let setter = Ident::new(IDEMPOTENCY_KEY, site);
        let value = (!self.is_stub)
            .then(|| quote_spanned!(site=> .with(#IDEMPOTENCY_KEY, __f::client_argument::<__f::String>(key.into()))));
        Some(quote_spanned! {site=>
            /// Names the call, so that a repetition with the same key does not run again and gets the same answer.
            #vis fn #setter(self, key: impl ::core::convert::Into<__f::String>) -> Self {
                Self(self.0 #value)
            }
        })
    }

    /// Prints the bound of the result, with the span of its type.
    pub(super) fn bound(&self) -> Option<TokenStream> {
        let site = Span::mixed_site();
        let cfg = &self.action.cfg;
        (!self.is_stub).then(|| {
            let call = bounded("client_output", &self.returned, &TokenStream::new());
            quote_spanned!(site=> #(#cfg)* const _: () = #call;)
        })
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
