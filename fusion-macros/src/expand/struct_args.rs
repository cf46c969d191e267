//! Prints arguments that are fields of structs: those of the group's `common` and of flattened
//! parameters. Their rows are associated constants of the structs.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{dispatch, ends, slots};
use crate::{
    check::{Action, CommonStruct, FlatGroup},
    types::spell,
};

/// Returns the structs of an action in the order of their slots.
pub(super) fn types<'l>(group: &'l FlatGroup, action: &'l Action) -> Vec<&'l TokenStream> {
    let common = group.common.iter().filter(|_| !action.omits_common);
    common
        .map(|common| &common.ty)
        .chain(&action.flattened)
        .collect()
}

/// The locals that hold the flattened parameters of an action.
pub(super) fn flats(action: &Action) -> Vec<Ident> {
    (0..action.flattened.len())
        .map(|place| format_ident!("flat{place}", span = Span::mixed_site()))
        .collect()
}

/// The `Common` type of the group.
pub(super) fn common_type(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    if group.common.is_none() {
        quote_spanned!(site=> __f::NoCommon)
    } else {
        quote_spanned!(site=> __Common)
    }
}

/// Prints constants that fail if a struct of the action has a field with a name that a key of the action adds. `at`
/// is the place of the key, and `text` the error.
pub(super) fn no_field(
    group: &FlatGroup,
    action: &Action,
    at: Span,
    name: &str,
    text: &str,
) -> TokenStream {
    let cfg = &action.cfg;
    let at = at.resolved_at(Span::mixed_site());
    let types = types(group, action).into_iter();
    let checks = types.zip(joined_rows(group, action)).map(|(ty, rows)| {
        let text = format!("{text}; it is a field of `{}`", spell(ty));
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(!__f::has(#rows, #name), #text);
        }
    });
    checks.collect()
}

/// Prints the public wrapper around the author's `common`, which may be private.
pub(super) fn common_item(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let CommonStruct { ty, is_omitted } = group.common.as_ref()?;
    let ty = if *is_omitted {
        quote_spanned!(site=> ::core::option::Option<#ty>)
    } else {
        ty.clone()
    };
    Some(quote_spanned!(site=> pub struct __Common(#ty);))
}

/// Prints the function that exposes `common` to middleware.
pub(super) fn common_fn(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let value = if group.common.as_ref()?.is_omitted {
        quote_spanned!(site=> common.0.as_ref())
    } else {
        quote_spanned!(site=> ::core::option::Option::Some(&common.0))
    };
    Some(quote_spanned! {site=>
        fn common(
            common: &__Common,
        ) -> ::core::option::Option<&(dyn ::core::any::Any + ::core::marker::Send + ::core::marker::Sync)> {
            __f::erase_common(#value)
        }
    })
}

/// Prints the local `common` that injection borrows from, once before the arms of all actions.
pub(super) fn common_of_frame(group: &FlatGroup) -> TokenStream {
    let site = Span::mixed_site();
    if group.common.is_none() {
        quote_spanned!(site=> let common = frame.common();)
    } else {
        quote_spanned!(site=> let common = &frame.common().0;)
    }
}

pub(super) fn common_of_arm(group: &FlatGroup, action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let common = group.common.as_ref()?;
    if action.omits_common {
        return Some(quote_spanned!(site=> let common = &__f::NoCommon;));
    }
    common
        .is_omitted
        .then(|| quote_spanned!(site=> let common = __f::require_common(common.as_ref())?;))
}

/// The type whose injections the action may request: its `common`, or `NoCommon`.
pub(super) fn injection_source(group: &FlatGroup, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    match &group.common {
        Some(common) if !action.omits_common => common.ty.clone(),
        _ => quote_spanned!(site=> __f::NoCommon),
    }
}

/// Prints the parsing of an action with struct arguments: its own arguments first, then the
/// structs.
pub(super) fn body(group: &FlatGroup, action: &Action) -> TokenStream {
    let site = Span::mixed_site();
    let rows = joined_rows(group, action);
    let (slots, flats) = (slots(action), flats(action));
    let own = Literal::usize_unsuffixed(slots.len());
    let reads = dispatch::read_slots(action, &slots);
    let variant = &action.variant;
    let input = quote_spanned!(site=> __Input::#variant);
    let fields: Vec<&Ident> = slots.iter().chain(&flats).collect();
    let fields = (!fields.is_empty()).then(|| quote_spanned!(site=> (#(#fields?),*)));
    let shared = group.common.as_ref().filter(|_| !action.omits_common);
    let common = shared.map(|common| {
        let read = read(&common.ty);
        let omit = (!action.omitted_fields.is_empty()).then(|| {
            let (rows, names) = (rows_of_type(&common.ty), &action.omitted_fields);
            quote_spanned!(site=> slots.omit(#rows, &[#(#names),*]);)
        });
        quote_spanned! {site=>
            #omit
            let common = #read;
        }
    });
    let flattened = action.flattened.iter().zip(&flats).map(|(ty, flat)| {
        let read = read(ty);
        quote_spanned!(site=> let #flat = #read;)
    });
    let parsed = match (&group.common, shared) {
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

/// Prints the rows of a struct without a trait bound, so that only [`read`] reports a type that
/// does not implement `Fields`.
pub(super) fn rows_of_type(ty: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    quote_spanned!(site=> __f::RowsOf::<#ty>::FIELDS)
}

/// Returns the rows of each struct of an action, in the order of [`types`], without the fields of `common`
/// that the action omits.
pub(super) fn joined_rows(group: &FlatGroup, action: &Action) -> Vec<TokenStream> {
    let site = Span::mixed_site();
    let names = &action.omitted_fields;
    let all = types(group, action).into_iter().enumerate();
    all.map(|(place, ty)| {
        let rows = rows_of_type(ty);
        if place > 0 || names.is_empty() || action.omits_common {
            return rows;
        }
        let omitted = quote_spanned!(site=> &[#(#names),*]);
        quote_spanned! {site=>
            const { &__f::without::<{ __f::count_without(#rows, #omitted) }>(#rows, #omitted) }
        }
    })
    .collect()
}

/// Prints the call that parses a struct, with the span of the type, so that rustc reports a missing
/// bound there.
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

/// Returns true if the group has `common` or a flattened parameter.
pub(super) fn has_struct_args(group: &FlatGroup) -> bool {
    group.common.is_some()
        || group
            .actions
            .iter()
            .any(|action| !action.flattened.is_empty())
}

/// Prints the rows of the structs of an action, by reference.
pub(super) fn rows_of(group: &FlatGroup, action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let rows = joined_rows(group, action);
    (!rows.is_empty()).then(|| quote_spanned!(site=> .joined(&[#(#rows),*])))
}

/// Prints the rows of the group's `common`, by reference.
pub(super) fn rows_of_common(group: &FlatGroup) -> Option<TokenStream> {
    let rows = rows_of_type(&group.common.as_ref()?.ty);
    Some(quote_spanned!(Span::mixed_site()=> .common(#rows)))
}

/// Prints constants that fail if an action has two arguments of one name.
pub(super) fn checks(group: &FlatGroup) -> TokenStream {
    let actions = group.actions.iter().map(|action| {
        let cfg = &action.cfg;
        let (noun, joined) = (action.noun(), types(group, action));
        let joined_rows = joined_rows(group, action);
        let own = action.args.iter().flat_map(|arg| {
            let name = arg.name.value();
            let at = arg.name.span().resolved_at(Span::mixed_site());
            joined.iter().zip(&joined_rows).map(move |(ty, rows)| {
                let ty = spell(ty);
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
            let pairs = joined.iter().zip(&joined_rows).take(i);
            let own = joined_rows.get(i);
            pairs.map(move |(earlier, rows)| {
                let text = duplicate_text(action, earlier, later);
                let (earlier, later) = (rows, own);
                quote_spanned!(at=> #(#cfg)* const _: () = ::core::assert!(__f::apart(#earlier, #later), #text);)
            })
        });
        let omitted = omission_checks(group, action);
        own.chain(pairs).chain(omitted).collect::<TokenStream>()
    });
    actions.collect()
}

/// Prints constants that fail if an action omits a field that its `common` does not have, or that has no
/// value when it is omitted.
fn omission_checks<'l>(
    group: &'l FlatGroup,
    action: &'l Action,
) -> impl Iterator<Item = TokenStream> + 'l {
    let common = group.common.iter();
    let pairs =
        common.flat_map(move |common| action.omitted_fields.iter().map(move |name| (common, name)));
    pairs.map(move |(common, name)| {
        let (cfg, rows, ty) = (&action.cfg, rows_of_type(&common.ty), spell(&common.ty));
        let at = name.span().resolved_at(Span::mixed_site());
        let (noun, key, field) = (action.noun(), action.key.value(), name.value());
        let unknown = format!(
            "{noun} `{key}` omits `{field}`, which is no field of `{ty}`: write the name of one, or remove it"
        );
        let required = format!(
            "{noun} `{key}` omits `{field}`, which `{ty}` requires: make it an `Option`, or give it a default"
        );
        quote_spanned! {at=>
            #(#cfg)* const _: () = ::core::assert!(#rows.is_empty() || __f::has(#rows, #name), #unknown);
            #(#cfg)* const _: () = ::core::assert!(__f::may_omit(#rows, #name), #required);
        }
    })
}

fn duplicate_text(action: &Action, earlier: &TokenStream, later: &TokenStream) -> String {
    let (noun, key) = (action.noun(), action.key.value());
    let (earlier, later) = (spell(earlier), spell(later));
    if earlier == later {
        return format!("{noun} `{key}` takes the fields of `{later}` twice: remove one");
    }
    format!(
        "{noun} `{key}` takes the fields of `{earlier}` and of `{later}`, and both have one of the \
         same name: rename it in one of them with `#[arg(name = \"…\")]`"
    )
}
