//! Handles items that do not parse, such as half-typed code. rustc reports the syntax error; this
//! module prints a stub, so that no errors about unknown attributes or missing impls follow.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Field, Fields, FieldsNamed, Ident, ItemImpl, ItemStruct, Meta, Token, Visibility,
    ext::IdentExt as _,
    parse::{ParseStream, Parser as _, discouraged::Speculative as _},
    token,
};

use crate::{
    attr::GroupAttr,
    diag::Diag,
    fallback,
    model::{Block, RecordItem, ToolItem},
    symbol::{ACTION, ARG, DOC, GROUP, PROMPT, RESOURCE},
};

/// Prints an item that does not parse without its marks, and a stub for its type. An incomplete
/// field is left out together with `error`, because rustc has reported it already.
pub(crate) fn item(attr: TokenStream, tokens: TokenStream, error: syn::Error) -> TokenStream {
    let mut header: Vec<TokenTree> = tokens.into_iter().collect();
    let body = header.pop();
    let is_struct = header
        .iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "struct"));
    let header: TokenStream = header.into_iter().collect();
    let error = error.into_compile_error();
    let Some(TokenTree::Group(body)) = body else {
        return quote!(#error #header #body);
    };
    let empty = quote!(#header {});
    if is_struct
        && let Ok(item) = syn::parse2(empty.clone())
        && let Ok(fields) = parse_complete_fields.parse2(body.stream())
    {
        return structure(attr, item, fields);
    }
    let body = replace_content(
        &body,
        without_marks(body.stream(), &[ACTION, PROMPT, RESOURCE, GROUP]),
    );
    let beside = syn::parse2(empty).map(|item| block(attr, item)).ok();
    quote!(#error #beside #header #body)
}

/// Prints the stub for a struct under `#[derive(Fields)]` that does not parse.
pub(crate) fn record(tokens: TokenStream, error: syn::Error) -> TokenStream {
    let mut header: Vec<TokenTree> = tokens.into_iter().collect();
    let body = header.pop();
    let header: TokenStream = header.into_iter().collect();
    if let Some(TokenTree::Group(body)) = body
        && let Ok(input) = syn::parse2(quote!(#header {}))
        && parse_complete_fields.parse2(body.stream()).is_ok()
    {
        let mut diag = Diag::default();
        let record = RecordItem::lower(input, &mut diag);
        let errors = diag.finish();
        let stub = fallback::record(&record);
        return quote!(#errors #stub);
    }
    error.into_compile_error()
}

/// Parses the fields of a struct and skips those that end before their type.
fn parse_complete_fields(input: ParseStream<'_>) -> syn::Result<Vec<Field>> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        if is_incomplete_field(&ahead) {
            input.advance_to(&ahead);
        } else {
            fields.push(Field::parse_named(input)?);
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(fields)
}

fn is_incomplete_field(input: ParseStream<'_>) -> bool {
    let _ = Attribute::parse_outer(input);
    let _ = input.parse::<Visibility>();
    let _ = input.call(Ident::parse_any);
    let _ = input.parse::<Option<Token![:]>>();
    input.is_empty() || input.peek(Token![,])
}

fn block(attr: TokenStream, mut item: ItemImpl) -> TokenStream {
    let mut diag = Diag::default();
    let attr = GroupAttr::parse(attr, &mut diag);
    let block = Block::lower(attr, &mut item, &mut diag);
    let errors = diag.finish();
    let stub = fallback::flat_group(&block, None);
    quote!(#errors #stub)
}

fn structure(attr: TokenStream, mut item: ItemStruct, fields: Vec<Field>) -> TokenStream {
    item.fields = Fields::Named(FieldsNamed {
        brace_token: token::Brace::default(),
        named: fields.into_iter().collect(),
    });
    let mut diag = Diag::default();
    let attr = GroupAttr::parse_for_struct(attr, &mut diag);
    let tool = ToolItem::lower(attr, &mut item, &mut diag);
    let errors = diag.finish();
    let stub = fallback::tool(&tool, None);
    quote!(#errors #item #stub)
}

/// Removes marks from an item that syn keeps as verbatim tokens. Returns true if the item is a
/// marked method without a body.
pub(crate) fn clean(tokens: &mut TokenStream) -> bool {
    let cleaned = without_marks(tokens.clone(), &[ACTION, PROMPT, RESOURCE]);
    let is_marked = count(&cleaned) < count(tokens);
    let last = tokens.clone().into_iter().last();
    *tokens = cleaned;
    is_marked && matches!(last, Some(TokenTree::Punct(end)) if end.as_char() == ';')
}

/// Removes attributes of these names, and `#[arg]` and docs on parameters.
fn without_marks(tokens: TokenStream, names: &[&str]) -> TokenStream {
    let is_mark = |token: &TokenTree| match token {
        TokenTree::Group(group) => syn::parse2::<Meta>(group.stream()).is_ok_and(|meta| {
            let last = meta.path().segments.last();
            last.is_some_and(|last| names.iter().any(|name| last.ident == name))
        }),
        _ => false,
    };
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash)
                if hash.as_char() == '#' && tokens.peek().is_some_and(is_mark) =>
            {
                tokens.next();
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                let inner = without_marks(group.stream(), &[ARG, DOC]);
                out.extend([TokenTree::Group(replace_content(&group, inner))]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// Replaces the content of a token group. An unchanged group is returned as it is, because a new
/// group loses the spans of its delimiters, which rustc underlines.
fn replace_content(group: &Group, content: TokenStream) -> Group {
    if count(&content) == count(&group.stream()) {
        return group.clone();
    }
    let mut out = Group::new(group.delimiter(), content);
    out.set_span(group.span());
    out
}

fn count(tokens: &TokenStream) -> usize {
    tokens
        .clone()
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => 1 + count(&group.stream()),
            _ => 1,
        })
        .sum()
}
