//! Half-typed code: rustc reports what does not parse, and shall not go on to miss our marks, or the
//! group. Nothing here is said to the author.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::{ItemImpl, Meta};

use crate::{
    attr::GroupAttr,
    diag::Diag,
    fallback,
    model::Block,
    symbol::{ACTION, ARG, DOC},
};

/// A block that does not parse, without our marks, and a stub for its type.
pub(crate) fn block(attr: TokenStream, tokens: TokenStream) -> (TokenStream, Option<TokenStream>) {
    let mut header: Vec<TokenTree> = tokens.into_iter().collect();
    let body = header.pop();
    let header: TokenStream = header.into_iter().collect();
    let Some(TokenTree::Group(body)) = body else {
        return (quote!(#header #body), None);
    };
    let body = replaced(&body, without_marks(body.stream(), &[ACTION]));
    let beside = syn::parse2::<ItemImpl>(quote!(#header {})).map(|mut item| {
        let mut diag = Diag::default();
        let attr = GroupAttr::parse(attr, &mut diag);
        let block = Block::lower(attr, &mut item, &mut diag);
        let errors = diag.finish();
        let stub = fallback::leaf(&block);
        quote!(#errors #stub)
    });
    (quote!(#header #body), beside.ok())
}

/// Removes our marks from an item that syn does not know; whether it is an action without a body.
pub(crate) fn clean(tokens: &mut TokenStream) -> bool {
    let cleaned = without_marks(tokens.clone(), &[ACTION]);
    let is_marked = count(&cleaned) < count(tokens);
    let last = tokens.clone().into_iter().last();
    *tokens = cleaned;
    is_marked && matches!(last, Some(TokenTree::Punct(end)) if end.as_char() == ';')
}

/// The same tokens without attributes of these names, their parameters without ours.
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
                out.extend([TokenTree::Group(replaced(&group, inner))]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// The group with another content, or itself: a new one forgets where its delimiters stood, which
/// rustc points at.
fn replaced(group: &Group, content: TokenStream) -> Group {
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
