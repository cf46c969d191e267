//! Arguments that are fields of structs: the group's `common`, and what a parameter flattens. Their
//! rows are asked of the types, by constants.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{dispatch, ends, slots};
use crate::{
    check::{Action, Common, Leaf},
    types::spelled,
};

/// The structs of an action, in the order of their slots.
pub(super) fn types<'l>(leaf: &'l Leaf, action: &'l Action) -> Vec<&'l TokenStream> {
    let common = leaf.common.iter().filter(|_| !action.omits_common);
    common
        .map(|common| &common.ty)
        .chain(&action.flattened)
        .collect()
}

/// The locals that hold what an action flattens.
pub(super) fn flats(action: &Action) -> Vec<Ident> {
    (0..action.flattened.len())
        .map(|place| format_ident!("flat{place}", span = Span::mixed_site()))
        .collect()
}

/// The group's `Common`.
pub(super) fn common_type(leaf: &Leaf) -> TokenStream {
    let site = Span::mixed_site();
    if leaf.common.is_none() {
        quote_spanned!(site=> __f::NoCommon)
    } else {
        quote_spanned!(site=> __Common)
    }
}

/// A struct around the author's, which may be private.
pub(super) fn common_item(leaf: &Leaf) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let Common { ty, is_omitted } = leaf.common.as_ref()?;
    let ty = if *is_omitted {
        quote_spanned!(site=> ::core::option::Option<#ty>)
    } else {
        ty.clone()
    };
    Some(quote_spanned!(site=> pub struct __Common(#ty);))
}

/// What middleware sees of it.
pub(super) fn common_fn(leaf: &Leaf) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let value = if leaf.common.as_ref()?.is_omitted {
        quote_spanned!(site=> common.0.as_ref())
    } else {
        quote_spanned!(site=> ::core::option::Option::Some(&common.0))
    };
    Some(quote_spanned! {site=>
        fn common(
            common: &__Common,
        ) -> ::core::option::Option<&(dyn ::core::any::Any + ::core::marker::Send + ::core::marker::Sync)> {
            __f::exposed(#value)
        }
    })
}

/// What injection borrows from: once for all actions, and what one of them makes of it.
pub(super) fn common_of_frame(leaf: &Leaf) -> TokenStream {
    let site = Span::mixed_site();
    if leaf.common.is_none() {
        quote_spanned!(site=> let common = frame.common();)
    } else {
        quote_spanned!(site=> let common = &frame.common().0;)
    }
}

pub(super) fn common_of_arm(leaf: &Leaf, action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let common = leaf.common.as_ref()?;
    if action.omits_common {
        return Some(quote_spanned!(site=> let common = &__f::NoCommon;));
    }
    common
        .is_omitted
        .then(|| quote_spanned!(site=> let common = __f::given_common(common.as_ref())?;))
}

/// The type whose injections an action may have.
pub(super) fn injected_from(leaf: &Leaf, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    match &leaf.common {
        Some(common) if !action.omits_common => common.ty.clone(),
        _ => quote_spanned!(site=> __f::NoCommon),
    }
}

/// The reading of an action that has such arguments: its own first, then those.
pub(super) fn body(leaf: &Leaf, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let rows = types(leaf, action).into_iter().map(rows);
    let (slots, flats) = (slots(action), flats(action));
    let own = Literal::usize_unsuffixed(slots.len());
    let reads = dispatch::reads(action, &slots);
    let variant = &action.variant;
    let input = quote_spanned!(site=> __Input::#variant);
    let fields: Vec<&Ident> = slots.iter().chain(&flats).collect();
    let fields = (!fields.is_empty()).then(|| quote_spanned!(site=> (#(#fields?),*)));
    let shared = leaf.common.as_ref().filter(|_| !action.omits_common);
    let common = shared.map(|common| {
        let read = read(&common.ty);
        quote_spanned!(site=> let common = #read;)
    });
    let flattened = action.flattened.iter().zip(&flats).map(|(ty, flat)| {
        let read = read(ty);
        quote_spanned!(site=> let #flat = #read;)
    });
    let parsed = match (&leaf.common, shared) {
        (None, _) => quote_spanned!(site=> #input #fields),
        (Some(_), None) => quote_spanned! {site=>
            (__Common(::core::option::Option::None), #input #fields)
        },
        (Some(_), Some(common)) if common.is_omitted => quote_spanned! {site=>
            (__Common(::core::option::Option::Some(common?)), #input #fields)
        },
        (Some(_), Some(_)) => quote_spanned!(site=> (__Common(common?), #input #fields)),
    };
    quote_spanned! {site=>
        const __ROWS: &[&[__f::ArgSpec]] = &[#(#rows),*];
        let mut values = args.slots::<{ #own + __f::count(__ROWS) }>();
        let mut slots = __f::SlotValues::new(&mut values);
        #(let (#slots, _) = slots.take();)*
        #reads
        #common
        #(#flattened)*
        #parsed
    }
}

/// The rows of a struct. Not the bound: a type that misses it is reported by [`read`] alone.
fn rows(ty: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    quote_spanned!(site=> __f::RowsOf::<#ty>::FIELDS)
}

/// The call that reads a struct: it stands where the type stands, as that of an injection does.
fn read(ty: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let (first, last) = ends(ty);
    let function = quote_spanned!(first.resolved_at(site)=> __f::read_fields::<#ty>);
    let mut values = Group::new(
        Delimiter::Parenthesis,
        quote_spanned!(site=> args, &mut slots),
    );
    values.set_span(last.resolved_at(site));
    quote!(#function #values)
}

/// Whether the group has any.
pub(super) fn any(leaf: &Leaf) -> bool {
    leaf.common.is_some()
        || leaf
            .actions
            .iter()
            .any(|action| !action.flattened.is_empty())
}

/// The rows of the structs of an action, by reference.
pub(super) fn rows_of(leaf: &Leaf, action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let types = types(leaf, action);
    let rows = types.iter().map(|ty| rows(ty));
    (!types.is_empty()).then(|| quote_spanned!(site=> .joined(&[#(#rows),*])))
}

/// A name stands once in an action, and the discriminator's is taken.
pub(super) fn checks(leaf: &Leaf) -> TokenStream {
    let common = leaf
        .common
        .iter()
        .map(|common| discriminator(leaf, &common.ty));
    let actions = leaf.actions.iter().map(|action| {
        let cfg = &action.cfg;
        let (noun, joined) = (action.noun(), types(leaf, action));
        let own = action.args.iter().flat_map(|arg| {
            let name = arg.name.value();
            let at = arg.name.span().resolved_at(Span::mixed_site());
            joined.iter().map(move |ty| {
                let (rows, ty) = (rows(ty), spelled(ty));
                let text = format!(
                    "argument `{name}` of {noun} `{}` is also a field of `{ty}`, whose fields are \
                     arguments of this {noun}: rename one of the two with `#[arg(name = \"…\")]`",
                    action.key.value()
                );
                quote_spanned!(at=> #(#cfg)* const _: () = ::core::assert!(!__f::has(#rows, #name), #text);)
            })
        });
        let pairs = joined.iter().enumerate().flat_map(|(i, later)| {
            let at = ends(later).0.resolved_at(Span::mixed_site());
            joined.iter().take(i).map(move |earlier| {
                let text = twice(action, earlier, later);
                let (earlier, later) = (rows(earlier), rows(later));
                quote_spanned!(at=> #(#cfg)* const _: () = ::core::assert!(__f::apart(#earlier, #later), #text);)
            })
        });
        let selected = action.flattened.iter().filter(|_| action.is_action());
        let taken = selected.map(|ty| {
            let check = discriminator(leaf, ty);
            quote!(#(#cfg)* #check)
        });
        own.chain(pairs).chain(taken).collect::<TokenStream>()
    });
    common.chain(actions).collect()
}

fn twice(action: &Action, earlier: &TokenStream, later: &TokenStream) -> String {
    let (noun, key) = (action.noun(), action.key.value());
    let (earlier, later) = (spelled(earlier), spelled(later));
    if earlier == later {
        return format!("{noun} `{key}` takes the fields of `{later}` twice: remove one");
    }
    format!(
        "{noun} `{key}` takes the fields of `{earlier}` and of `{later}`, and both have one of the \
         same name: rename it in one of them with `#[arg(name = \"…\")]`"
    )
}

fn discriminator(leaf: &Leaf, ty: &TokenStream) -> TokenStream {
    let at = ends(ty).0.resolved_at(Span::mixed_site());
    let given = leaf.discriminator.as_ref().map(syn::LitStr::value);
    let name = given.unwrap_or_else(|| "action".to_owned());
    let text = format!(
        "`{}` has a field `{name}`, which is the name of the argument that selects the action: \
         rename it with `#[arg(name = \"…\")]`, or write `discriminator = \"…\"` on the block",
        spelled(ty)
    );
    let rows = rows(ty);
    quote_spanned!(at=> const _: () = ::core::assert!(!__f::has(#rows, #name), #text);)
}
