//! Prints the parts of prompts and resources that differ from actions: the start of their rows, the
//! conversion of their results, and the completion of their arguments.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use super::ends;
use crate::check::{Action, ActionKind, Arg, FlatGroup, Resource};

/// Prints the constructor of a row.
pub(super) fn row(action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let Action { key, docs, .. } = action;
    match &action.kind {
        ActionKind::Action => quote_spanned!(site=> __f::ActionSpec::new(#key, #docs)),
        ActionKind::Prompt => {
            quote_spanned!(site=> __f::ActionSpec::of_kind(__f::Kind::Prompt, #key, #docs))
        }
        ActionKind::Resource(resource) => {
            let resource = spec(resource, action.output.as_ref());
            quote_spanned! {site=>
                __f::ActionSpec::of_kind(__f::Kind::Resource(&#resource), #key, #docs)
            }
        }
    }
}

fn spec(resource: &Resource, output: Option<&TokenStream>) -> TokenStream {
    let site = Span::mixed_site();
    let Resource { uri, audience, .. } = resource;
    let mime = match (&resource.mime, output) {
        (Some(mime), _) => Some(quote_spanned!(site=> ::core::option::Option::Some(#mime))),
        (None, Some(output)) => Some(quote_spanned!(site=> __f::MimeOf::<#output>::MIME)),
        (None, None) => None,
    };
    let mime = mime.iter();
    let bytes = resource
        .size
        .iter()
        .map(|size| Literal::u64_unsuffixed(*size));
    let audience = (!audience.is_empty())
        .then(|| quote_spanned!(site=> .audience(&[#(__f::Role::#audience),*])));
    let priority = resource.priority.iter().map(|priority| match priority {
        syn::Lit::Int(number) => {
            let number = Literal::f32_unsuffixed(number.base10_parse().unwrap_or_default());
            quote_spanned!(site=> #number)
        }
        other => quote_spanned!(site=> #other),
    });
    quote_spanned! {site=>
        __f::ResourceSpec::new(#uri)
            #(.mime(#mime))*
            #(.size(#bytes))*
            #audience
            #(.priority(#priority))*
    }
}

/// Prints constants that fail if a variable of a URI is an `Option`.
pub(super) fn required_variables(action: &Action) -> TokenStream {
    let ActionKind::Resource(_) = action.kind else {
        return TokenStream::new();
    };
    let cfg = &action.cfg;
    let text = "a variable of a URI is always there: take its type without the `Option`";
    let checks = action.args.iter().map(|Arg { ty, .. }| {
        let at = ends(ty).0.resolved_at(Span::mixed_site());
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(!__f::IsOption::<#ty>::VALUE, #text);
        }
    });
    checks.collect()
}

/// Returns true if a row takes its media type from its return type.
pub(super) fn asks_mime(group: &FlatGroup) -> bool {
    group.actions.iter().any(|action| match &action.kind {
        ActionKind::Resource(resource) => resource.mime.is_none() && action.output.is_some(),
        ActionKind::Action | ActionKind::Prompt => false,
    })
}

/// Prints the last step of an arm, the conversion of the result.
pub(super) fn answer(action: &Action, returned: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    match action.kind {
        ActionKind::Action => quote_spanned!(site=> __f::answer(#returned, form)),
        ActionKind::Prompt => quote_spanned!(site=> __f::answer_prompt(#returned)),
        ActionKind::Resource(_) => quote_spanned!(site=> __f::answer_resource(#returned)),
    }
}

/// Prints the dispatch to the functions that complete arguments, if there are any.
pub(super) fn complete(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let arms: Vec<TokenStream> = group
        .actions
        .iter()
        .flat_map(|action| {
            let Action { cfg, variant, .. } = action;
            let slots = action.args.iter().enumerate();
            slots.filter_map(move |(slot, arg)| {
                let function = arg.complete.as_ref()?;
                let slot = Literal::usize_unsuffixed(slot);
                // rustc reports a function of another type at the path.
                let at = ends(function).0.resolved_at(site);
                let run = quote_spanned!(at=> __f::complete(#function, self, asked));
                Some(quote_spanned! {site=>
                    #(#cfg)*
                    (__Action::#variant, #slot) => ::core::option::Option::Some(#run),
                })
            })
        })
        .collect();
    (!arms.is_empty()).then(|| {
        quote_spanned! {site=>
            fn complete<'a>(
                &'a self,
                action: __Action,
                asked: __f::CompletionRequest<'a>,
            ) -> ::core::option::Option<__f::CompletionFuture<'a>> {
                match (action, asked.slot()) {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}
