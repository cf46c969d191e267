//! Runs the macros on a source file, as rustc would, and collects the errors that they report.
//!
//! Items are found in the tokens, not in a syntax tree, because some cases do not parse. `#[cfg]` and
//! imports are not evaluated: an attribute belongs to the macro that its last segment names.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};
use syn::{LitStr, Meta, Path, Token, punctuated::Punctuated};

use crate::{attr::MethodMark, fields, group, stray_mark, tool_error};

/// One `compile_error!` of an expansion, with both ends of the tokens that rustc underlines.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) text: String,
    pub(super) start: LineColumn,
    pub(super) end: LineColumn,
}

/// Returns the errors of all macros in a source file, in the order in which rustc expands them.
pub(super) fn mistakes(source: &str) -> Vec<Mistake> {
    let mut found = Vec::new();
    expand_items(source.parse().unwrap(), &mut found);
    found
}

/// An item that ends at its braces or at a semicolon, or a piece of one that has no attributes:
/// `const X: T = {}` ends before its semicolon, which does no harm here.
#[derive(Default)]
struct Item {
    attributes: Vec<TokenTree>,
    rest: Vec<TokenTree>,
}

impl Item {
    /// Returns the tokens without the attribute at `index`.
    fn without(&self, index: usize) -> TokenStream {
        let others = self.attributes.iter().enumerate();
        others
            .filter(|(other, _)| *other != index)
            .flat_map(|(_, attribute)| [hash(), attribute.clone()])
            .chain(self.rest.iter().cloned())
            .collect()
    }

    /// Reads the item as `compile_error! { "text" }`.
    fn mistake(&self) -> Option<Mistake> {
        let [
            ..,
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(body),
        ] = self.rest.as_slice()
        else {
            return None;
        };
        if name != "compile_error" {
            return None;
        }
        let text: LitStr = syn::parse2(body.stream()).unwrap();
        Some(Mistake {
            text: text.value(),
            start: name.span().start(),
            end: body.span().end(),
        })
    }
}

fn hash() -> TokenTree {
    TokenTree::Punct(proc_macro2::Punct::new('#', proc_macro2::Spacing::Alone))
}

fn expand_items(tokens: TokenStream, found: &mut Vec<Mistake>) {
    let mut item = Item::default();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_attribute = matches!(&token, TokenTree::Punct(hash) if hash.as_char() == '#')
            && item.rest.is_empty();
        let is_end = match &token {
            TokenTree::Punct(end) => end.as_char() == ';',
            TokenTree::Group(body) => body.delimiter() == Delimiter::Brace,
            _ => false,
        };
        if is_attribute {
            let inner = |token: &TokenTree| matches!(token, TokenTree::Punct(_));
            let is_inner = tokens.next_if(inner).is_some();
            item.attributes.extend(tokens.next().filter(|_| !is_inner));
        } else {
            item.rest.push(token);
        }
        if is_end {
            expand_item(&std::mem::take(&mut item), found);
        }
    }
    expand_item(&item, found);
}

/// Expands the first attribute that is one of our macros, and then the macros in the result.
fn expand_item(item: &Item, found: &mut Vec<Mistake>) {
    if let Some(mistake) = item.mistake() {
        found.push(mistake);
        return;
    }
    for (index, attribute) in item.attributes.iter().enumerate() {
        let Some(meta) = meta(attribute) else {
            continue;
        };
        let rest = item.without(index);
        if let Some(expansion) = expand_attribute(&meta, &rest) {
            return expand_items(expansion, found);
        }
        for derived in derived(&meta) {
            expand_items(derived(rest.clone()), found);
        }
    }
    if let Some(TokenTree::Group(body)) = item.rest.last() {
        expand_items(body.stream(), found);
    }
}

fn meta(attribute: &TokenTree) -> Option<Meta> {
    match attribute {
        TokenTree::Group(attribute) => syn::parse2(attribute.stream()).ok(),
        _ => None,
    }
}

fn expand_attribute(meta: &Meta, item: &TokenStream) -> Option<TokenStream> {
    let mark = match name(meta.path()).as_str() {
        "tool_group" => return Some(group(arguments(meta), item)),
        "action" => MethodMark::Action,
        "prompt" => MethodMark::Prompt,
        "resource" => MethodMark::Resource,
        _ => return None,
    };
    Some(stray_mark(mark, item))
}

fn arguments(meta: &Meta) -> TokenStream {
    match meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// Returns our macros in a `#[derive(…)]`.
fn derived(meta: &Meta) -> Vec<fn(TokenStream) -> TokenStream> {
    let Meta::List(list) = meta else {
        return Vec::new();
    };
    if !list.path.is_ident("derive") {
        return Vec::new();
    }
    let paths = list
        .parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
        .unwrap();
    let of_path = |path: &Path| -> Option<fn(TokenStream) -> TokenStream> {
        match name(path).as_str() {
            "Fields" => Some(fields),
            "ToolError" => Some(tool_error::derive),
            _ => None,
        }
    };
    paths.iter().filter_map(of_path).collect()
}

fn name(path: &Path) -> String {
    let last = path.segments.last();
    last.map(|last| last.ident.to_string()).unwrap_or_default()
}
