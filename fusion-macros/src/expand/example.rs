//! Prints the examples of actions: the rows, and constants about fields of structs. An action without examples prints
//! nothing here.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{ends, struct_args};
use crate::{
    check::{Action, CheckedExampleValue, Example, FlatGroup, example_of_a_secret},
    types::spell,
};

/// Prints the call on the row.
pub(super) fn call(action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let rows = action.examples.iter().map(row);
    (!action.examples.is_empty()).then(|| quote_spanned!(site=> .examples(&[#(#rows),*])))
}

fn row(example: &Example) -> TokenStream {
    let site = Span::mixed_site();
    let sentence = &example.sentence;
    let arguments = example.arguments.iter().map(|argument| {
        let CheckedExampleValue { name, value, .. } = argument;
        // rustc reports a value that is no JSON at the value.
        let at = ends(value).0.resolved_at(site);
        let value = quote_spanned!(at=> __f::json!(#value));
        quote_spanned!(site=> __f::ExampleArgument::new(#name, || #value))
    });
    quote_spanned!(site=> __f::ExampleSpec::new(#sentence, &[#(#arguments),*]))
}

/// Prints constants that fail for a name that is no argument, and for one that is a secret.
pub(super) fn checks(group: &FlatGroup) -> TokenStream {
    let joined = |action: &Action| -> TokenStream {
        let arguments = action
            .examples
            .iter()
            .flat_map(|example| &example.arguments);
        let joined = arguments.filter(|argument| argument.is_joined);
        joined
            .map(|argument| check(group, action, argument))
            .collect()
    };
    group.actions.iter().map(joined).collect()
}

fn check(group: &FlatGroup, action: &Action, argument: &CheckedExampleValue) -> TokenStream {
    let (cfg, key) = (&action.cfg, action.method.to_string());
    let at = argument.name.span().resolved_at(Span::mixed_site());
    let name = argument.name.value();
    let own = action
        .args
        .iter()
        .map(|arg| format!("`{}`", arg.name.value()));
    let types = struct_args::types(group, action).into_iter();
    let fields = types.map(|ty| format!("the fields of `{}`", spell(ty)));
    let known: Vec<String> = own.chain(fields).collect();
    // `assert!` reads its text as a format string, and a name may have braces.
    let unknown = format!(
        "unknown argument `{}`; action `{key}` takes {}",
        name.replace('{', "{{").replace('}', "}}"),
        known.join(", ")
    );
    let secret = example_of_a_secret(&name, &key)
        .replace('{', "{{")
        .replace('}', "}}");
    let rows = struct_args::joined_rows(group, action);
    quote_spanned! {at=>
        #(#cfg)*
        const _: () = ::core::assert!(#(#rows.is_empty() ||)* #(__f::has(#rows, #name))||*, #unknown);
        #(#cfg)*
        const _: () = ::core::assert!(!(#(__f::is_secret(#rows, #name))||*), #secret);
    }
}
