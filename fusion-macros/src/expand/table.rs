//! The rows: the actions with their arguments, and the constants that rustc proves.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Attribute, LitStr};

use super::{ends, joined, offers, sync};
use crate::{
    attr::Number,
    check::{Action, Alternative, Arg, Constraint, Difference, Hints, Leaf, Param, Tool, Twins},
};

pub(super) fn actions(leaf: &Leaf) -> TokenStream {
    let site = Span::mixed_site();
    let rows = leaf.actions.iter().map(|one| action(leaf, one));
    quote_spanned! {site=>
        static __ACTIONS: &[__f::ActionSpec] = &[#(#rows)*];
    }
}

fn action(leaf: &Leaf, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let cfg = &action.cfg;
    let row = offers::row(action);
    let icons = action.icons.iter();
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
    let aliases = texts("aliases", &action.aliases);
    let one_of: Vec<LitStr> = action.one_of.iter().map(|one| one.name.clone()).collect();
    let one_of = texts("one_of", &one_of);
    let sync = sync::calls(action);
    let format = action.format.iter();
    let input = action.schema.iter();
    let output = action.output.iter().filter(|_| action.is_action());
    let needs: Vec<TokenStream> = action
        .params
        .iter()
        .filter_map(|param| match param {
            Param::Json(_) | Param::Flattened(_) => None,
            Param::Injected(ty) => {
                let from = joined::injected_from(leaf, action);
                Some(quote_spanned!(site=> __f::NeedOf::<#ty, #from>::FN))
            }
        })
        .collect();
    let needs = (!needs.is_empty()).then(|| quote_spanned!(site=> .needs(&[#(#needs),*])));
    let args = args(action);
    let joined = joined::rows_of(leaf, action);
    let output_cap = action.output_cap.iter();
    let timeout = action.timeout.iter().map(|timeout| {
        let millis = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        Literal::u64_unsuffixed(millis)
    });
    quote_spanned! {site=>
        #(#cfg)*
        #row
            #(.title(#title))*
            #(.icons(|| #icons))*
            #hints
            #tags
            #aliases
            #(.deprecated(#deprecated))*
            #one_of
            #sync
            #(.format(__f::Format::#format))*
            #(.input(|| #input))*
            #(.output(__f::OutputOf::<#output>::SCHEMA))*
            #needs
            #(.timeout(#timeout))*
            #(.output_cap(#output_cap))*
            #args
            #joined,
    }
}

/// The arguments of its own, which stand under its `cfg` as it does.
fn args(action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let holder = Ident::new("__Input", site);
    let rows = action.args.iter().map(|arg| row(arg, &holder));
    (!action.args.is_empty()).then(|| quote_spanned!(site=> .args(&[#(#rows)*])))
}

/// `.method(&["a", "b"])`, or nothing.
fn texts(method: &str, texts: &[LitStr]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let method = Ident::new(method, site);
    (!texts.is_empty()).then(|| quote_spanned!(site=> .#method(&[#(#texts),*])))
}

/// An argument, or the same as a field of a struct; `holder` has the functions of the defaults.
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
    let given = arg.given.iter();
    quote_spanned! {site=>
        __f::ArgSpec::new(
            #name,
            #docs,
            !__f::IsOption::<#ty>::VALUE,
            __f::SchemaOf::<#ty>::FN,
        )
        #(#default)*
        #secret
        #constraints
        #any
        #(.given(|| #given))*,
    }
}

fn constraint(constraint: &Constraint) -> TokenStream {
    let site = Span::mixed_site();
    let bound = |end: &Number| {
        let kind = if end.is_float() { "Float" } else { "Integer" };
        let kind = Ident::new(kind, site);
        quote_spanned!(site=> __f::Bound::#kind(#end))
    };
    let (name, value) = match constraint {
        Constraint::Minimum(end) => ("Minimum", bound(end)),
        Constraint::Maximum(end) => ("Maximum", bound(end)),
        Constraint::MinLength(end) => ("MinLength", end.to_token_stream()),
        Constraint::MaxLength(end) => ("MaxLength", end.to_token_stream()),
        Constraint::MinItems(end) => ("MinItems", end.to_token_stream()),
        Constraint::MaxItems(end) => ("MaxItems", end.to_token_stream()),
        Constraint::Pattern(text) => ("Pattern", text.to_token_stream()),
        Constraint::Format(text) => ("Format", text.to_token_stream()),
    };
    let name = Ident::new(name, site);
    quote_spanned!(site=> __f::Constraint::#name(#value))
}

pub(super) fn group(leaf: &Leaf) -> TokenStream {
    let site = Span::mixed_site();
    let Leaf { name, docs, .. } = leaf;
    let title = leaf.title.iter();
    let tags = texts("tags", &leaf.tags);
    let discriminator = leaf.discriminator.iter();
    let annotations = leaf.annotations.map(annotations);
    let output_cap = leaf.output_cap.iter();
    let describe = leaf.describe.iter();
    let format = leaf.format.iter();
    let repair = (!leaf.repair).then(|| quote_spanned!(site=> .without_repair()));
    quote_spanned! {site=>
        const SPEC: &'static __f::GroupSpec = &__f::GroupSpec::new(#name, #docs, __ACTIONS)
            #(.title(#title))*
            #tags
            #(.discriminator(#discriminator))*
            #annotations
            #(.describe(__f::Describe::#describe))*
            #(.format(__f::Format::#format))*
            #repair
            #(.output_cap(#output_cap))*;
    }
}

pub(super) fn tool(tool: &Tool) -> TokenStream {
    let site = Span::mixed_site();
    let Tool { name, docs, .. } = tool;
    let title = tool.title.iter();
    let tags = texts("tags", &tool.tags);
    let discriminator = tool.discriminator.iter();
    let annotations = tool.annotations.map(annotations);
    let describe = tool.describe.iter();
    quote_spanned! {site=>
        const SPEC: &'static __f::ToolSpec = &__f::ToolSpec::hierarchical(#name, #docs, __MODULES)
            #(.title(#title))*
            #tags
            #(.discriminator(#discriminator))*
            #annotations
            #(.describe(__f::Describe::#describe))*;
    }
}

/// The hints that are stated for the tool as a whole.
fn annotations(stated: [Option<bool>; 4]) -> TokenStream {
    let site = Span::mixed_site();
    let [read_only, destructive, idempotent, open_world] = stated.map(|hint| {
        hint.map_or_else(
            || quote_spanned!(site=> ::core::option::Option::None),
            |on| quote_spanned!(site=> ::core::option::Option::Some(#on)),
        )
    });
    quote_spanned! {site=>
        .annotations(__f::HintOverrides {
            read_only: #read_only,
            destructive: #destructive,
            idempotent: #idempotent,
            open_world: #open_world,
        })
    }
}

/// What only rustc knows: which `cfg`s hold, and what a type is on the wire.
pub(super) fn checks(leaf: &Leaf) -> TokenStream {
    let twins = leaf.twins.iter().map(twins);
    let differences = leaf.differences.iter().map(difference);
    let empty = leaf
        .actions
        .iter()
        .all(|action| !action.cfg.is_empty())
        .then(|| some_action(leaf));
    let required = leaf.actions.iter().flat_map(|action| {
        let check = |one| required(action, one);
        action.one_of.iter().filter_map(check)
    });
    twins
        .chain(differences)
        .chain(empty)
        .chain(required)
        .chain(leaf.actions.iter().map(offers::always_there))
        .chain([joined::checks(leaf)])
        .collect()
}

fn twins(twins: &Twins) -> TokenStream {
    let text = format!(
        "two actions claim the key `{}`: choose another, or `cfg`s that exclude each other",
        twins.key.value()
    );
    at_most_one(twins, &text)
}

/// Of several things under one name at most one is there.
pub(super) fn at_most_one(twins: &Twins, text: &str) -> TokenStream {
    let at = twins.key.span().resolved_at(Span::mixed_site());
    let count = count(at, twins.cfgs.iter().map(Vec::as_slice));
    quote_spanned!(at=> const _: () = ::core::assert!(#count < 2, #text);)
}

fn some_action(leaf: &Leaf) -> TokenStream {
    let at = ends(&leaf.this).0.resolved_at(Span::mixed_site());
    let text = "every action of this group is compiled out; put the `#[cfg(…)]` on the block";
    let cfgs = leaf.actions.iter().map(|action| action.cfg.as_slice());
    some(at, cfgs, text)
}

/// At least one of several things is there.
pub(super) fn some<'a>(
    at: Span,
    cfgs: impl Iterator<Item = &'a [Attribute]>,
    text: &str,
) -> TokenStream {
    let count = count(at, cfgs);
    quote_spanned!(at=> const _: () = ::core::assert!(#count > 0, #text);)
}

/// How many of several things are there.
fn count<'a>(at: Span, cfgs: impl Iterator<Item = &'a [Attribute]>) -> TokenStream {
    let units = cfgs.map(|cfg| quote_spanned!(at=> #(#cfg)* (),));
    quote_spanned!(at=> <[()]>::len(&[#(#units)*]))
}

fn difference(difference: &Difference) -> TokenStream {
    let Difference {
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

/// Of several arguments one is given only where each may be left out.
fn required(action: &Action, one: &Alternative) -> Option<TokenStream> {
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
