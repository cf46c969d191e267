//! Prints the parsing of arguments into typed input, and the call of the author's method with it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::{ends, prompts_and_resources, slots, struct_args};
use crate::check::{Action, Arg, DefaultFn, FlatGroup, ParamSource};

/// Prints the enum of typed inputs.
pub(super) fn input(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let variants = group.actions.iter().map(|action| {
        let Action { cfg, variant, .. } = action;
        let types: Vec<&TokenStream> = action
            .args
            .iter()
            .map(|arg| &arg.ty)
            .chain(&action.flattened)
            .collect();
        let types = (!types.is_empty()).then(|| quote_spanned!(site=> (#(#types),*)));
        quote_spanned!(site=> #(#cfg)* #variant #types,)
    });
    quote_spanned! {site=>
        pub enum __Input { #(#variants)* }
    }
}

/// Prints one function for each default. Parsing applies it, and the row publishes its value.
pub(super) fn defaults(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let functions: Vec<TokenStream> = group
        .actions
        .iter()
        .flat_map(|action| {
            let cfg = &action.cfg;
            let functions = action.args.iter().filter_map(default);
            functions.map(move |function| quote_spanned!(site=> #(#cfg)* #function))
        })
        .collect();
    (!functions.is_empty()).then(|| {
        quote_spanned! {site=>
            #[automatically_derived]
            impl __Input { #(#functions)* }
        }
    })
}

pub(super) fn default(arg: &Arg) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let ty = &arg.ty;
    let DefaultFn { name, body } = arg.default.as_ref()?;
    Some(quote_spanned!(site=> fn #name() -> #ty { #body }))
}

pub(super) fn parse(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let arms = group.actions.iter().map(|action| {
        let Action { cfg, variant, .. } = action;
        let body = if struct_args::types(group, action).is_empty() {
            own_arguments_body(group, action)
        } else {
            struct_args::body(group, action)
        };
        quote_spanned!(site=> #(#cfg)* __Action::#variant => { #body })
    });
    let common = struct_args::common_type(group);
    let parsed = if group.common.is_none() {
        quote_spanned! {site=>
            let input = match action { #(#arms)* };
            ::core::option::Option::Some((__f::NoCommon, input))
        }
    } else {
        quote_spanned!(site=> ::core::option::Option::Some(match action { #(#arms)* }))
    };
    quote_spanned! {site=>
        fn parse(
            action: __Action,
            args: &mut __f::Args<'_>,
        ) -> ::core::option::Option<(#common, __Input)> {
            #parsed
        }
    }
}

/// Prints the parsing of an action without struct arguments.
fn own_arguments_body(group: &FlatGroup, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let slots = slots(action);
    let reads = read_slots(action, &slots);
    let fields = (!slots.is_empty()).then(|| quote_spanned!(site=> (#(#slots?),*)));
    let variant = &action.variant;
    let input = quote_spanned!(site=> __Input::#variant #fields);
    let parsed = if group.common.is_none() {
        input
    } else {
        quote_spanned!(site=> (__Common(::core::option::Option::None), #input))
    };
    quote_spanned! {site=>
        let [#(#slots),*] = args.slots();
        #reads
        #parsed
    }
}

/// Prints one typed read for each of an action's own arguments.
pub(super) fn read_slots(action: &Action, slots: &[Ident]) -> TokenStream {
    let site = Span::mixed_site();
    let holder = Ident::new("__Input", site);
    let args = action.args.iter().zip(slots).enumerate();
    let reads = args.map(|(i, (arg, slot))| {
        let i = proc_macro2::Literal::usize_unsuffixed(i);
        let value = quote_spanned!(site=> #slot);
        let read = read(arg, &value, &quote_spanned!(site=> #i), &holder);
        quote_spanned!(site=> let #slot = #read;)
    });
    reads.collect()
}

/// Prints the call that reads one value. `holder` is the type with the functions of the defaults.
pub(super) fn read(
    arg: &Arg,
    value: &TokenStream,
    slot: &TokenStream,
    holder: &Ident,
) -> TokenStream {
    let site = Span::mixed_site();
    let ty = &arg.ty;
    let read = match (&arg.given, &arg.default) {
        (None, None) => "read",
        (None, Some(_)) => "read_or",
        (Some(_), None) => "read_given",
        (Some(_), Some(_)) => "read_given_or",
    };
    let read = Ident::new(read, site);
    let default = arg.default.iter().map(|default| {
        let name = &default.name;
        quote_spanned!(site=> , #holder::#name)
    });
    quote_spanned!(site=> args.#read::<#ty>(#value, #slot #(#default)*))
}

/// Prints the `Chains` impl that calls the handlers. `invoke` is an `async fn`, because `-> impl
/// Future` would have to capture lifetimes that cannot be named.
pub(super) fn chains(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let this = &group.this;
    let arms = group.actions.iter().map(|action| arm(group, action));
    let injects = |action: &Action| {
        action
            .params
            .iter()
            .any(|p| matches!(p, ParamSource::Injected(_)))
    };
    let common = group
        .actions
        .iter()
        .any(injects)
        .then(|| struct_args::common_of_frame(group));
    let common_type = struct_args::common_type(group);
    quote_spanned! {site=>
        pub struct __Chains;
        #[automatically_derived]
        impl __f::Chains<#this, __Input, #common_type> for __Chains {
            fn reads_arguments(&self) -> ::core::primitive::bool {
                false
            }
            #[allow(unused_variables)]
            async fn invoke(
                &self,
                group: &#this,
                frame: __f::Frame<'_, __Input, #common_type>,
                call: &mut __f::Call<'_>,
            ) -> __f::ToolResult {
                let form = call.form();
                #common
                match frame.take()? { #(#arms)* }
            }
        }
    }
}

fn arm(group: &FlatGroup, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let Action {
        cfg,
        variant,
        method,
        ..
    } = action;
    let this = &group.this;
    let slots = slots(action);
    let flats = struct_args::flats(action);
    let all: Vec<&Ident> = slots.iter().chain(&flats).collect();
    let fields = (!all.is_empty()).then(|| quote_spanned!(site=> (#(#all),*)));
    let mut holds = Vec::new();
    let mut values = Vec::new();
    if action.has_receiver {
        values.push(quote_spanned!(site=> group));
    }
    for param in &action.params {
        values.push(match param {
            ParamSource::Json(slot) => {
                let slot = slots.get(*slot);
                quote_spanned!(site=> #slot)
            }
            ParamSource::Flattened(place) => {
                let flat = flats.get(*place);
                quote_spanned!(site=> #flat)
            }
            ParamSource::Injected(ty) => {
                let held = format_ident!("held{}", holds.len(), span = site);
                let value = hold_injected(ty, &quote_spanned!(site=> call.ctx()));
                holds.push(quote_spanned!(site=> let #held = #value?;));
                quote_spanned!(site=> ::core::borrow::Borrow::borrow(&#held))
            }
        });
    }
    let common = (!holds.is_empty()).then(|| struct_args::common_of_arm(group, action));
    let run = quote_spanned!(site=> #this::#method(#(#values),*));
    // rustc reports a future that is not `Send` at the argument of `catch`.
    let pinned = Ident::new("run", method.span().resolved_at(site));
    let run = if action.is_async {
        quote_spanned! {site=>
            let #pinned = ::core::pin::pin!(#run);
            let out = __f::catch(#pinned).await?;
        }
    } else {
        quote_spanned!(site=> let out = __f::catch_call(|| #run)?;)
    };
    let answer = prompts_and_resources::answer(action, &mapped_output(action));
    quote_spanned! {site=>
        #(#cfg)*
        __Input::#variant #fields => {
            #common
            #(#holds)*
            #run
            #answer
        }
    }
}

/// Prints the call that injects a `ty`, with the span of the type. rustc requires the bound at the
/// type and again at the call, and reports two errors at one place as one.
pub(super) fn hold_injected(ty: &TokenStream, ctx: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let (first, last) = ends(ty);
    let function = quote_spanned!(first=> __f::hold::<#ty, _>);
    let mut values = Group::new(Delimiter::Parenthesis, quote_spanned!(site=> #ctx, common));
    values.set_span(last);
    quote!(#function #values)
}

/// Prints the conversion of the return value. Its span is the return type, from the first token to
/// the last, so that rustc reports a wrong type there.
fn mapped_output(action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let (first, last) = match &action.output {
        Some(ty) => ends(ty),
        None => (action.method.span(), action.method.span()),
    };
    mapped_value(first.resolved_at(site), last.resolved_at(site))
}

/// Prints the local `out` with its error mapped.
pub(super) fn mapped_value(first: Span, last: Span) -> TokenStream {
    let value = quote_spanned!(first=> &mut __f::ReturnedValue::new(out));
    let mut receiver = Group::new(Delimiter::Parenthesis, value);
    receiver.set_span(first);
    let receiver = TokenTree::Group(receiver);
    quote_spanned!(last=> #receiver.map_error())
}
