//! Prints the rows: the actions with their arguments, and the constants that rustc evaluates.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Attribute, LitStr, spanned::Spanned as _};

use super::{confirm, ends, example, host_hints, once, prompts_and_resources, struct_args, sync};
use crate::{
    attr::NumberLiteral,
    check::{
        Action, Arg, ArgConstraint, FlatGroup, Hints, OneOfArgument, ParamSource, SharedKey,
        TypeDifference,
    },
};

pub(super) fn actions(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    let rows = group.actions.iter().map(|one| action(group, one));
    quote_spanned! {site=>
        static __ACTIONS: &[__f::ActionSpec] = &[#(#rows)*];
    }
}

fn action(group: &FlatGroup, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let cfg = &action.cfg;
    let row = prompts_and_resources::row(action);
    let host = host_hints::call(&action.host);
    let flat_name = action.flat_name.iter();
    let title = action.title.iter();
    let deprecated = action.deprecated.iter();
    let hints = (action.hints != Hints::default()).then(|| {
        let Hints {
            read_only,
            destructive,
            idempotent,
            open_world,
        } = action.hints;
        quote_spanned! {site=>
            .hints(__f::Hints::new(#read_only, #destructive, #idempotent, #open_world))
        }
    });
    let tags = texts("tags", &action.tags);
    let scopes = texts("scopes", &action.scopes);
    let aliases = texts("aliases", &action.aliases);
    let one_of: Vec<LitStr> = action.one_of.iter().map(|one| one.name.clone()).collect();
    let one_of = texts("one_of", &one_of);
    let sync = sync::calls(action);
    let confirm = confirm::calls(action);
    let once = once::call(action);
    let examples = example::call(action);
    let format = action.format.iter().map(|word| variant("Format", word));
    let input = action.schema.iter();
    let output = action.output.iter().filter(|_| action.is_action());
    let returned = output.clone();
    let injected = action.params.iter().filter_map(|param| match param {
        ParamSource::Json(_) | ParamSource::Flattened(_) => None,
        ParamSource::Injected(ty) => Some(ty),
    });
    let needs: Vec<TokenStream> = injected
        .chain(confirm::injected(action))
        .map(|ty| {
            let from = struct_args::injection_source(group, action);
            quote_spanned!(site=> __f::NeedOf::<#ty, #from>::FN)
        })
        .collect();
    let needs = (!needs.is_empty()).then(|| quote_spanned!(site=> .needs(&[#(#needs),*])));
    let shows_errors = action
        .shows_errors
        .then(|| quote_spanned!(site=> .shows_errors()));
    let plain_fn = (!action.is_async).then(|| quote_spanned!(site=> .plain_fn()));
    let args = args(action);
    let joined = struct_args::rows_of(group, action);
    let output_cap = action.output_cap.iter();
    let timeout = action.timeout.iter().map(|timeout| {
        let millis = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        Literal::u64_unsuffixed(millis)
    });
    quote_spanned! {site=>
        #(#cfg)*
        #row
            #(.flat_name(#flat_name))*
            #(.title(#title))*
            #host
            #hints
            #tags
            #scopes
            #aliases
            #(.deprecated(#deprecated))*
            #one_of
            #sync
            #confirm
            #once
            #examples
            #(.format(#format))*
            #(.input(|| #input))*
            #(.output(__f::OutputOf::<#output>::SCHEMA))*
            #(.advice(__f::AdviceOf::<#returned>::ADVICE))*
            #needs
            #(.timeout(#timeout))*
            #(.output_cap(#output_cap))*
            #shows_errors
            #plain_fn
            #args
            #joined,
    }
}

/// Prints the action's own arguments, which stand under its `cfg`.
fn args(action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let holder = Ident::new("__Input", site);
    let rows = action.args.iter().map(|arg| row(arg, &holder));
    (!action.args.is_empty()).then(|| quote_spanned!(site=> .args(&[#(#rows)*])))
}

/// Prints `.method(&["a", "b"])`, or nothing for an empty list.
pub(super) fn texts(method: &str, texts: &[LitStr]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let method = Ident::new(method, site);
    (!texts.is_empty()).then(|| quote_spanned!(site=> .#method(&[#(#texts),*])))
}

/// Prints the row of an argument, or of a field of a struct. `holder` is the type with the functions
/// of the defaults.
pub(super) fn row(arg: &Arg, holder: &Ident) -> TokenStream {
    let site = Span::mixed_site();
    let Arg { name, docs, ty, .. } = arg;
    let default = arg.default.iter().map(|default| {
        let name = &default.name;
        quote_spanned!(site=> .default(|| (&__f::PublishedDefault(&#holder::#name())).json()))
    });
    let secret = arg.secret.then(|| quote_spanned!(site=> .secret()));
    let constraints: Vec<TokenStream> = arg.constraints.iter().map(constraint).collect();
    let constraints = (!constraints.is_empty())
        .then(|| quote_spanned!(site=> .constraints(&[#(#constraints),*])));
    let any = arg.any.then(|| quote_spanned!(site=> .any()));
    let aliases = texts("aliases", &arg.aliases);
    let given = arg.given.iter();
    // rustc shows this place for a type whose constant is an error.
    let at = ty.span().resolved_at(site);
    let required = quote_spanned!(at=> !__f::IsOption::<#ty>::VALUE);
    quote_spanned! {site=>
        __f::ArgSpec::new(
            #name,
            #docs,
            #required,
            __f::SchemaOf::<#ty>::FN,
        )
        #(#default)*
        #secret
        #constraints
        #any
        #aliases
        #(.given(|| #given))*,
    }
}

fn constraint(constraint: &ArgConstraint) -> TokenStream {
    let site = Span::mixed_site();
    let bound = |end: &NumberLiteral| {
        let kind = if end.is_float() { "Float" } else { "Integer" };
        let kind = Ident::new(kind, site);
        quote_spanned!(site=> __f::Bound::#kind(#end))
    };
    let (name, value) = match constraint {
        ArgConstraint::Minimum(end) => ("Minimum", bound(end)),
        ArgConstraint::Maximum(end) => ("Maximum", bound(end)),
        ArgConstraint::MinLength(end) => ("MinLength", end.to_token_stream()),
        ArgConstraint::MaxLength(end) => ("MaxLength", end.to_token_stream()),
        ArgConstraint::MinItems(end) => ("MinItems", end.to_token_stream()),
        ArgConstraint::MaxItems(end) => ("MaxItems", end.to_token_stream()),
        ArgConstraint::Pattern(text) => ("Pattern", text.to_token_stream()),
        ArgConstraint::Format(text) => ("Format", text.to_token_stream()),
    };
    let name = Ident::new(name, site);
    quote_spanned!(site=> __f::Constraint::#name(#value))
}

/// Prints a variant of the runtime's enum `of` with the span of the author's word. rustc reports there a
/// variant that a feature adds.
pub(super) fn variant(of: &str, word: &Ident) -> TokenStream {
    let at = word.span().resolved_at(Span::mixed_site());
    let of = Ident::new(of, at);
    quote_spanned!(at=> __f::#of::#word)
}

/// Prints checks for facts that only rustc knows: which `cfg`s hold, and how a type is represented
/// in JSON.
pub(super) fn checks(group: &FlatGroup) -> TokenStream {
    let shared_keys = group.shared_keys.iter().map(shared_key_check);
    let differences = group.differences.iter().map(difference);
    let empty = group
        .actions
        .iter()
        .all(|action| !action.cfg.is_empty())
        .then(|| assert_some_action(group));
    let required = group.actions.iter().flat_map(|action| {
        let check = |one| one_of_check(action, one);
        action.one_of.iter().filter_map(check)
    });
    shared_keys
        .chain(differences)
        .chain(empty)
        .chain(required)
        .chain(
            group
                .actions
                .iter()
                .map(prompts_and_resources::required_variables),
        )
        .chain([struct_args::checks(group)])
        .collect()
}

fn shared_key_check(shared_keys: &SharedKey) -> TokenStream {
    let text = format!(
        "two actions claim the key `{}`: choose another, or `cfg`s that exclude each other",
        shared_keys.key.value()
    );
    assert_at_most_one(shared_keys, &text)
}

/// Prints a constant that fails if several things of one name are compiled in.
pub(super) fn assert_at_most_one(shared_keys: &SharedKey, text: &str) -> TokenStream {
    let at = shared_keys.key.span().resolved_at(Span::mixed_site());
    let count = count(at, shared_keys.cfgs.iter().map(Vec::as_slice));
    quote_spanned!(at=> const _: () = ::core::assert!(#count < 2, #text);)
}

fn assert_some_action(group: &FlatGroup) -> TokenStream {
    let at = ends(&group.this).0.resolved_at(Span::mixed_site());
    let text = "every action of this group is compiled out; put the `#[cfg(…)]` on the block";
    let cfgs = group.actions.iter().map(|action| action.cfg.as_slice());
    assert_at_least_one(at, cfgs, text)
}

/// Prints a constant that fails if none of several things is compiled in.
pub(super) fn assert_at_least_one<'a>(
    at: Span,
    cfgs: impl Iterator<Item = &'a [Attribute]>,
    text: &str,
) -> TokenStream {
    let count = count(at, cfgs);
    quote_spanned!(at=> const _: () = ::core::assert!(#count > 0, #text);)
}

/// Prints an expression that counts how many of several things are compiled in.
fn count<'a>(at: Span, cfgs: impl Iterator<Item = &'a [Attribute]>) -> TokenStream {
    let units = cfgs.map(|cfg| quote_spanned!(at=> #(#cfg)* (),));
    quote_spanned!(at=> <[()]>::len(&[#(#units)*]))
}

fn difference(difference: &TypeDifference) -> TokenStream {
    let TypeDifference {
        cfg,
        here,
        there,
        text,
    } = difference;
    let at = ends(here).0.resolved_at(Span::mixed_site());
    quote_spanned! {at=>
        #(#cfg)*
        const _: () = ::core::assert!(__f::WireTypeOf::<#here>::KIND.agrees(__f::WireTypeOf::<#there>::KIND), #text);
    }
}

/// Prints a constant that fails if an argument of `one_of` cannot be left out.
fn one_of_check(action: &Action, one: &OneOfArgument) -> Option<TokenStream> {
    let Action { cfg, args, .. } = action;
    let ty = &args.get(one.slot)?.ty;
    let at = one.name.span().resolved_at(Span::mixed_site());
    let text = format!(
        "argument `{}` can never be left out, and `one_of` leaves out all but one: \
         make it an `Option`",
        one.name.value()
    );
    Some(quote_spanned! {at=>
        #(#cfg)*
        const _: () = ::core::assert!(__f::IsOption::<#ty>::VALUE, #text);
    })
}
