//! Prints the confirmations of actions: the calls on their rows, the dispatch to the methods that return
//! questions, and constants about placeholders. An action without a confirmation prints nothing here.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::{dispatch, ends, slots, struct_args, table};
use crate::{
    check::{
        ACTION_KEY, Action, ConfirmQuestion, ConfirmSentence, FlatGroup, QuestionMethod,
        QuestionParameter, TOKEN_ARGUMENT, key_argument_text, token_argument_text,
    },
    types::spell,
};

/// Prints the calls that declare the confirmation on the row.
pub(super) fn calls(action: &Action) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let confirm = action.confirm.as_ref()?;
    let question = confirm.question.as_ref().map(|question| match question {
        ConfirmQuestion::Text(ConfirmSentence { text, .. }) => quote_spanned!(site=> Text(#text)),
        ConfirmQuestion::Method(_) => quote_spanned!(site=> Function),
    });
    let question = question.into_iter();
    let unasked = confirm.unasked.iter();
    let unasked = unasked.map(|word| table::variant("Unasked", word));
    Some(quote_spanned!(site=> #(.confirm(__f::Confirm::#question))* #(.unasked(#unasked))*))
}

/// Returns the types that the method of the question injects.
pub(super) fn injected(action: &Action) -> impl Iterator<Item = &TokenStream> {
    let params = question_method(action)
        .into_iter()
        .flat_map(|method| &method.params);
    params.filter_map(|param| match param {
        QuestionParameter::Injected(ty) => Some(ty),
        QuestionParameter::Argument { .. } | QuestionParameter::Flattened { .. } => None,
    })
}

fn question_method(action: &Action) -> Option<&QuestionMethod> {
    match &action.confirm.as_ref()?.question {
        Some(ConfirmQuestion::Method(method)) => Some(method),
        Some(ConfirmQuestion::Text(_)) | None => None,
    }
}

/// Prints the dispatch to the methods that return questions, if there are any.
pub(super) fn question(group: &FlatGroup) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let arms: Vec<TokenStream> = group
        .actions
        .iter()
        .filter_map(|action| Some(arm(group, action, question_method(action)?)))
        .collect();
    let other = (arms.len() < group.actions.len())
        .then(|| quote_spanned!(site=> _ => ::core::option::Option::None,));
    let common = struct_args::common_type(group);
    (!arms.is_empty()).then(|| {
        quote_spanned! {site=>
            fn question<'a>(
                &'a self,
                input: &'a __Input,
                common: &'a #common,
                ctx: &'a __f::Ctx,
            ) -> ::core::option::Option<__f::QuestionFuture<'a>> {
                let _ = (common, ctx);
                match input {
                    #(#arms)*
                    #other
                }
            }
        }
    })
}

fn arm(group: &FlatGroup, action: &Action, question: &QuestionMethod) -> TokenStream {
    let site = Span::mixed_site();
    let (cfg, variant) = (&action.cfg, &action.variant);
    let fields = taken_fields(action, question);
    let MethodValues { holds, values } = method_values(action, question);
    let common = (!holds.is_empty()).then(|| {
        let field = group.common.is_some() && !action.omits_common;
        let field = field.then(|| quote_spanned!(site=> let common = &common.0;));
        let of_arm = struct_args::common_of_arm(group, action);
        quote_spanned!(site=> #field #of_arm)
    });
    let run = run_method(group, question, &values);
    let answer = sentence(&question.output);
    quote_spanned! {site=>
        #(#cfg)*
        __Input::#variant #fields => {
            ::core::option::Option::Some(__f::question(async move {
                #common
                #(#holds)*
                #run
                #answer
            }))
        }
    }
}

/// Prints the pattern of an action's arguments: the names of those that the method takes.
fn taken_fields(action: &Action, question: &QuestionMethod) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let (slots, flats) = (slots(action), struct_args::flats(action));
    let is_taken = |ident: &Ident| {
        let taken = |param: &QuestionParameter| match param {
            QuestionParameter::Argument { slot, .. } => slots.get(*slot) == Some(ident),
            QuestionParameter::Flattened { place, .. } => flats.get(*place) == Some(ident),
            QuestionParameter::Injected(_) => false,
        };
        question.params.iter().any(taken)
    };
    let fields: Vec<TokenStream> = slots
        .iter()
        .chain(&flats)
        .map(|field| {
            if is_taken(field) {
                quote_spanned!(site=> #field)
            } else {
                quote_spanned!(site=> _)
            }
        })
        .collect();
    (!fields.is_empty()).then(|| quote_spanned!(site=> (#(#fields),*)))
}

/// The values that the method of a question is called with.
struct MethodValues {
    /// The statements that get the injected ones.
    holds: Vec<TokenStream>,
    values: Vec<TokenStream>,
}

fn method_values(action: &Action, question: &QuestionMethod) -> MethodValues {
    let site = Span::mixed_site();
    let (slots, flats) = (slots(action), struct_args::flats(action));
    let mut holds = Vec::new();
    let mut values = Vec::new();
    if question.has_receiver {
        values.push(quote_spanned!(site=> self));
    }
    for param in &question.params {
        values.push(match param {
            QuestionParameter::Argument { slot, ty } => lent(slots.get(*slot), ty),
            QuestionParameter::Flattened { place, ty } => lent(flats.get(*place), ty),
            QuestionParameter::Injected(ty) => {
                let held = format_ident!("held{}", holds.len(), span = site);
                let ctx = quote_spanned!(site=> ctx);
                let value = dispatch::hold_injected(ty, &ctx);
                holds.push(quote_spanned!(site=> let #held = #value?;));
                quote_spanned!(site=> ::core::borrow::Borrow::borrow(&#held))
            }
        });
    }
    MethodValues { holds, values }
}

/// Prints the call of the method, which catches its panics.
fn run_method(group: &FlatGroup, question: &QuestionMethod, values: &[TokenStream]) -> TokenStream {
    let site = Span::mixed_site();
    let (this, method) = (&group.this, &question.method);
    let run = quote_spanned!(site=> #this::#method(#(#values),*));
    if !question.is_async {
        return quote_spanned!(site=> let out = __f::catch_call(|| #run)?;);
    }
    let pinned = Ident::new("run", method.span().resolved_at(site));
    quote_spanned! {site=>
        let #pinned = ::core::pin::pin!(#run);
        let out = __f::catch(#pinned).await?;
    }
}

/// Prints an argument as the method takes it. rustc reports another type at the type of the parameter.
fn lent(argument: Option<&Ident>, ty: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let (first, last) = ends(ty);
    let function = quote_spanned!(first.resolved_at(site)=> __f::parameter::<#ty, _>);
    let mut value = Group::new(Delimiter::Parenthesis, quote_spanned!(site=> #argument));
    value.set_span(last.resolved_at(site));
    quote!(#function #value)
}

/// Prints the conversion of the returned value. rustc reports a wrong type at the return type.
fn sentence(output: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let (first, last) = ends(output);
    let mapped = dispatch::mapped_value(first.resolved_at(site), last.resolved_at(site));
    let function = quote_spanned!(first.resolved_at(site)=> __f::question_text);
    let mut value = Group::new(Delimiter::Parenthesis, mapped);
    value.set_span(last.resolved_at(site));
    let value = TokenTree::Group(value);
    quote!(#function #value)
}

/// Prints constants that fail for a placeholder that is no argument, is secret or has no short form, for a secret that
/// the method of a question takes, and for a field with the name of the token's argument.
pub(super) fn checks(group: &FlatGroup) -> TokenStream {
    let actions = group.actions.iter();
    actions
        .filter_map(|action| {
            let confirm = action.confirm.as_ref()?;
            let texts = match &confirm.question {
                Some(ConfirmQuestion::Text(text)) => text_checks(group, action, text),
                Some(ConfirmQuestion::Method(method)) => method_checks(action, method),
                None => TokenStream::new(),
            };
            let takes_token = confirm.unasked.as_ref().filter(|word| *word == "Token");
            let token = takes_token.map(|word| token_check(group, action, word));
            Some(quote!(#texts #token))
        })
        .collect()
}

fn text_checks(group: &FlatGroup, action: &Action, question: &ConfirmSentence) -> TokenStream {
    let cfg = &action.cfg;
    let at = question.text.span().resolved_at(Span::mixed_site());
    let key = action.key.value();
    let own = question
        .slots
        .iter()
        .filter_map(|slot| action.args.get(*slot));
    let own = own.map(|arg| {
        let (name, ty) = (arg.name.value(), &arg.ty);
        let text = format!(
            "argument `{name}` of action `{key}` is a list or an object, and a question shows short values: \
             show another argument, or write `confirm = Self::question`"
        );
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(__f::WireTypeOf::<#ty>::KIND.is_scalar(), #text);
        }
    });
    let rows = struct_args::joined_rows(group, action);
    let names: Vec<String> = (action.args.iter().map(|arg| arg.name.value()))
        .map(|name| format!("`{name}`"))
        .chain(
            (struct_args::types(group, action).into_iter())
                .map(|ty| format!("the fields of `{}`", spell(ty))),
        )
        .collect();
    let names = names.join(", ");
    let joined = question.joined.iter().map(|name| {
        // `assert!` reads its text as a format string, so that the name stands there without braces.
        let unknown = format!("`{name}` is no argument of action `{key}`, which takes {names}");
        let secret = format!(
            "argument `{name}` of action `{key}` is secret, and a secret is never shown: take it out of \
             the question"
        );
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(#(#rows.is_empty() ||)* #(__f::has(#rows, #name))||*, #unknown);
            #(#cfg)*
            const _: () = ::core::assert!(!(#(__f::is_secret(#rows, #name))||*), #secret);
        }
    });
    let is_field = question.has_key.then(|| key_check(group, action, at));
    own.chain(joined).chain(is_field).collect()
}

/// Prints constants that fail for a secret among the fields of a struct that the method takes.
fn method_checks(action: &Action, question: &QuestionMethod) -> TokenStream {
    let cfg = &action.cfg;
    let key = action.key.value();
    let checks = question.params.iter().filter_map(|param| {
        let QuestionParameter::Flattened { place, ty } = param else {
            return None;
        };
        let rows = struct_args::rows_of_type(action.flattened.get(*place)?);
        let text = format!(
            "`{}` has a secret argument of action `{key}`, and a secret is never shown: make it an argument by itself",
            spell(ty)
        );
        let at = ends(ty).0.resolved_at(Span::mixed_site());
        Some(quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(!__f::has_secret(#rows), #text);
        })
    });
    checks.collect()
}

/// Prints constants that fail for a field with the name of the placeholder for the key.
fn key_check(group: &FlatGroup, action: &Action, at: Span) -> TokenStream {
    let cfg = &action.cfg;
    // `assert!` reads its text as a format string.
    let text = key_argument_text(&action.method.to_string());
    let text = text.replace('{', "{{").replace('}', "}}");
    let rows = struct_args::joined_rows(group, action).into_iter();
    let checks = rows.map(|rows| {
        quote_spanned! {at=>
            #(#cfg)*
            const _: () = ::core::assert!(!__f::has(#rows, #ACTION_KEY), #text);
        }
    });
    checks.collect()
}

fn token_check(group: &FlatGroup, action: &Action, word: &Ident) -> TokenStream {
    let text = token_argument_text();
    struct_args::no_field(group, action, word.span(), TOKEN_ARGUMENT, &text)
}
