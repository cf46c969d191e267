//! Parses `example("close issue 7", issue = 7)`: a sentence, and the arguments of the call that it means.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{
    Expr, Ident, LitStr, Token, ext::IdentExt as _, parse::ParseStream,
    parse::discouraged::Speculative as _, token,
};

use super::Key;

/// The content of `example`, as errors show it.
const FORM: &str = "\"close issue 7\", issue = 7";

/// One example as written.
#[derive(Clone)]
pub(crate) struct ExampleAttr {
    pub(crate) sentence: LitStr,
    pub(crate) arguments: Vec<ExampleValue>,
}

/// One argument of an example.
#[derive(Clone)]
pub(crate) struct ExampleValue {
    /// The JSON name of the argument.
    pub(crate) name: LitStr,
    /// An expression, or JSON as `serde_json::json!` takes it.
    pub(crate) value: TokenStream,
}

/// Parses `example("close issue 7", issue = 7, "per-page" = 5)`. A name that is no identifier is a string literal.
pub(super) fn example(key: &Key<'_>) -> syn::Result<ExampleAttr> {
    let parsed = key.parentheses(FORM, |content| {
        if content.is_empty() {
            return Ok(None);
        }
        if !content.peek(LitStr) || content.peek2(Token![=]) {
            return Err(content.error(format!(
                "`example` begins with a sentence, as a user would say it: `example({FORM})`"
            )));
        }
        let sentence = content.parse()?;
        let mut arguments = Vec::new();
        while !content.is_empty() {
            content.parse::<Token![,]>()?;
            if !content.is_empty() {
                arguments.push(ExampleValue::parse(content)?);
            }
        }
        Ok(Some(ExampleAttr {
            sentence,
            arguments,
        }))
    })?;
    parsed.ok_or_else(|| key.error(format!("`example` is empty: write `example({FORM})`")))
}

impl ExampleValue {
    fn parse(content: ParseStream<'_>) -> syn::Result<Self> {
        let name = if content.peek(LitStr) {
            content.parse()?
        } else if content.peek(Ident::peek_any) {
            let name = Ident::parse_any(content)?;
            LitStr::new(&name.unraw().to_string(), name.span())
        } else {
            return Err(content.error(format!(
                "`example` takes a sentence and then pairs of an argument and its value: `example({FORM})`"
            )));
        };
        let equals: Option<Token![=]> = content.parse()?;
        if equals.is_none() || content.is_empty() || content.peek(Token![,]) {
            let text = if content.is_empty() || content.peek(Token![,]) {
                "this argument has no value: write `argument = value`"
            } else {
                "an argument of an example is written `argument = value`"
            };
            return Err(syn::Error::new(name.span(), text));
        }
        let value = value(content)?;
        Ok(Self { name, value })
    }
}

/// Parses an expression; an object or an array that is none, such as `[{"a": null}]`, is JSON.
fn value(content: ParseStream<'_>) -> syn::Result<TokenStream> {
    let is_object = content.peek(token::Brace);
    if !is_object {
        let ahead = content.fork();
        match ahead.parse::<Expr>() {
            Ok(value) => {
                content.advance_to(&ahead);
                return Ok(typed(value).to_token_stream());
            }
            Err(error) if !content.peek(token::Bracket) => return Err(error),
            Err(_) => {}
        }
    }
    content.step(|cursor| match cursor.token_tree() {
        Some((tree @ TokenTree::Group(_), rest)) if is_json(&tree) => Ok((tree.into(), rest)),
        _ => Err(cursor.error("expected a value")),
    })
}

fn is_json(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() != Delimiter::None)
}

/// Gives a whole number the widest type, because the type of a literal alone is `i32`.
fn typed(mut value: Expr) -> Expr {
    let (literal, suffix) = match &mut value {
        Expr::Lit(literal) => (Some(literal), "u64"),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => match &mut *unary.expr {
            Expr::Lit(literal) => (Some(literal), "i64"),
            _ => (None, ""),
        },
        _ => (None, ""),
    };
    if let Some(literal) = literal
        && let syn::Lit::Int(number) = &literal.lit
        && number.suffix().is_empty()
    {
        let wide = syn::LitInt::new(&format!("{}{suffix}", number.token()), number.span());
        literal.lit = syn::Lit::Int(wide);
    }
    value
}
