//! `#[derive(ToolError)]` implements the conversion of an error type to a `ToolError`. Parsing,
//! checking and printing share one file, because no rule needs more than one variant.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Attribute, Data, DeriveInput, Fields, LitInt, LitStr, Path, parse_quote, spanned::Spanned as _,
};

use crate::{
    attr::{ErrorAttr, Flag, RetryAfter},
    diag::Diag,
    symbol::{ERROR_KEYS, ERROR_STRUCT_KEYS, ERROR_TYPE_KEYS, TOOL_ERROR},
};

/// An error type with its parsed attributes.
struct ErrorType {
    krate: Path,
    cases: Vec<ErrorCase>,
}

/// A variant of an enum, or a struct as a whole.
struct ErrorCase {
    /// `Self`, or the path of a variant.
    path: TokenStream,
    /// `None` if the variant has no attribute: its text goes to the log, not to the model.
    shown: Option<ErrorAttr>,
}

pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(tokens) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut diag = Diag::default();
    let error = lower(&input, &mut diag);
    match diag.finish() {
        None => expand(&input, &error),
        Some(errors) => {
            // The attributes are inert, so that an implementation that ignores them is a valid
            // stub.
            let stub = ErrorType {
                krate: error.krate,
                cases: Vec::new(),
            };
            let stub = expand(&input, &stub);
            quote!(#errors #stub)
        }
    }
}

fn lower(input: &DeriveInput, diag: &mut Diag) -> ErrorType {
    let mut krate = None;
    let cases = match &input.data {
        Data::Struct(data) => {
            check_field_marks(&data.fields, diag);
            let mut shown = ErrorAttr::read(&input.attrs, ERROR_STRUCT_KEYS, diag);
            krate = shown.as_mut().and_then(|shown| shown.krate.take());
            vec![ErrorCase {
                path: quote!(Self),
                shown,
            }]
        }
        Data::Enum(data) => {
            krate = check_enum_mark(&input.attrs, diag);
            let cases = data.variants.iter().map(|variant| {
                check_field_marks(&variant.fields, diag);
                let ident = &variant.ident;
                ErrorCase {
                    path: quote!(Self::#ident),
                    shown: ErrorAttr::read(&variant.attrs, ERROR_KEYS, diag),
                }
            });
            cases.collect()
        }
        Data::Union(data) => {
            let text = "`ToolError` is derived for an enum or a struct";
            diag.error(data.union_token, text);
            Vec::new()
        }
    };
    ErrorType {
        krate: krate.unwrap_or_else(|| parse_quote!(::fusion_core)),
        cases,
    }
}

/// `#[tool_error]` describes one variant; on an enum it would apply to no variant, or to all.
///
/// `#[tool_error] enum StoreError`
fn check_enum_mark(attrs: &[Attribute], diag: &mut Diag) -> Option<Path> {
    let count = diag.count();
    let krate = ErrorAttr::read(attrs, ERROR_TYPE_KEYS, diag)?.krate;
    let mark = attrs.iter().find(|attr| attr.path().is_ident(TOOL_ERROR))?;
    if krate.is_none() && diag.count() == count {
        let text = "`#[tool_error]` marks a variant; on an enum it takes `crate` alone";
        diag.error(mark.path(), text);
    }
    krate
}

/// `#[tool_error]` describes a variant or a struct as a whole, not one of its fields.
///
/// `Missing(#[tool_error(code = "missing")] u64)`
fn check_field_marks(fields: &Fields, diag: &mut Diag) {
    let is_ours = |attr: &&Attribute| attr.path().is_ident(TOOL_ERROR);
    for attr in fields
        .iter()
        .flat_map(|field| field.attrs.iter().filter(is_ours))
    {
        let text = "`#[tool_error]` belongs on a variant or on a struct, not on a field";
        diag.error(attr.path(), text);
    }
}

fn expand(input: &DeriveInput, error: &ErrorType) -> TokenStream {
    let site = Span::mixed_site();
    let ErrorType { krate, cases } = error;
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    if !generics.params.is_empty() {
        let bounds = generics.make_where_clause();
        bounds
            .predicates
            .push(parse_quote!(Self: ::core::fmt::Display));
    }
    let (impl_generics, ty_generics, bounds) = generics.split_for_impl();
    let body = body(ident, cases);
    let advice = advice(cases);
    quote_spanned! {site=>
        const _: () = {
            use #krate::__private as __f;
            #[allow(unused_imports)]
            use __f::TextOnly as _;
            #[automatically_derived]
            impl #impl_generics __f::IntoToolError for #ident #ty_generics #bounds {
                #advice
                fn into_tool_error(self) -> __f::ToolError {
                    #body
                }
            }
        };
    }
}

fn body(ident: &Ident, cases: &[ErrorCase]) -> TokenStream {
    let site = Span::mixed_site();
    // `Display` is required once, at the name of the type, so that rustc reports a missing
    // implementation once.
    let at = ident.span().resolved_at(site);
    let text = quote_spanned!(at=> __f::ErrorText::new(&self));
    if cases.iter().all(|case| case.shown.is_none()) {
        return quote_spanned!(site=> __f::ToolError::internal(#text.detail()));
    }
    let arms = cases.iter().map(|case| {
        let path = &case.path;
        let delay = case
            .shown
            .as_ref()
            .and_then(|shown| shown.retry_after.as_ref());
        let field = match delay {
            Some(RetryAfter::Field(field)) => Some(quote_spanned!(site=> #field: ref delay,)),
            _ => None,
        };
        let error = case.shown.as_ref().map_or_else(
            || quote_spanned!(site=> __f::ToolError::internal(text.detail())),
            shown_error,
        );
        quote_spanned!(site=> #path { #field .. } => #error,)
    });
    quote_spanned! {site=>
        let text = #text;
        match self { #(#arms)* }
    }
}

/// Prints the advice that lint checks, if there is any.
fn advice(cases: &[ErrorCase]) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let is_on = |flag: Option<Flag>| flag.is_some_and(|flag| flag.on);
    let shown = || cases.iter().filter_map(|case| case.shown.as_ref());
    let suggests: Vec<&LitStr> = shown()
        .flat_map(|shown| shown.suggest.iter().flatten())
        .collect();
    let retries = shown().any(|shown| {
        let is_safe = is_on(shown.unchanged) || is_on(shown.nothing_ran);
        shown.retry_after.is_some() && !is_safe
    });
    (retries || !suggests.is_empty()).then(|| {
        quote_spanned! {site=>
            const ADVICE: __f::ErrorAdvice = __f::ErrorAdvice::new(&[#(#suggests),*], #retries);
        }
    })
}

fn shown_error(shown: &ErrorAttr) -> TokenStream {
    let site = Span::mixed_site();
    let code = shown.code.iter();
    let hint = shown.hint.iter();
    let suggest = shown.suggest.iter().flatten();
    let unchanged = shown.unchanged.iter().filter(|flag| flag.on);
    let unchanged = unchanged.map(|_| quote_spanned!(site=> .unchanged()));
    let nothing_ran = shown.nothing_ran.iter().filter(|flag| flag.on);
    let nothing_ran = nothing_ran.map(|_| quote_spanned!(site=> .nothing_ran()));
    let retry_after = shown.retry_after.iter().map(|delay| {
        let delay = match delay {
            RetryAfter::Fixed(delay) => delay,
            RetryAfter::Field(field) => {
                let at = field.span().resolved_at(site);
                return quote_spanned!(at=> *delay);
            }
        };
        let (make, number) = match u64::try_from(delay.as_millis()) {
            Ok(millis) if millis % 1000 != 0 => ("from_millis", millis),
            _ => ("from_secs", delay.as_secs()),
        };
        let make = Ident::new(make, site);
        let number = LitInt::new(&number.to_string(), site);
        quote_spanned!(site=> ::core::time::Duration::#make(#number))
    });
    quote_spanned! {site=>
        __f::ToolError::new(text.message())
            #(.code(#code))*
            #(.hint(#hint))*
            #(.suggest(#suggest))*
            #(#unchanged)*
            #(#nothing_ran)*
            #(.retry_after(#retry_after))*
    }
}
