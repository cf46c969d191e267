//! Parses a list of keys in any attribute: the loop that recovers after a mistake, and the forms of
//! values.

mod habits;
mod peek;

use std::time::Duration;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{
    Expr, Ident, Lit, LitBool, LitFloat, LitInt, LitStr, Path, Token, Type,
    ext::IdentExt as _,
    parenthesized,
    parse::{ParseStream, Parser as _},
    punctuated::Punctuated,
    token,
};

use super::{Flag, RetryAfter, duration::duration};
use crate::{
    diag::{Diag, list, nearest},
    symbol::{ALL, Keys, SCOPE, SCOPED, TOOL_GROUP},
};

/// A key whose value is not parsed yet.
pub(crate) struct Key<'p> {
    ident: Ident,
    name: String,
    input: ParseStream<'p>,
    keys: Keys,
}

/// Calls `read` for every key in `tokens`. After a mistake, parsing continues behind the next
/// comma.
pub(crate) fn keys(
    tokens: TokenStream,
    keys: Keys,
    diag: &mut Diag,
    mut read: impl FnMut(&Key<'_>, &mut Diag) -> syn::Result<()>,
) {
    let all = |input: ParseStream<'_>| -> syn::Result<()> {
        while !input.is_empty() {
            let one = Key::parse(input, keys).and_then(|key| {
                read(&key, diag)?;
                key.expect_end()
            });
            if let Err(error) = one {
                diag.push(error);
                while !input.is_empty() && !input.peek(Token![,]) {
                    input.parse::<TokenTree>()?;
                }
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    };
    if let Err(error) = all.parse2(tokens) {
        diag.push(error);
    }
}

/// Stores the value of a key. A second value for the key is an error, and the first one is kept.
pub(crate) fn set<T>(slot: &mut Option<T>, key: &Key<'_>, value: T) -> syn::Result<()> {
    if slot.is_some() {
        return Err(key.error(format!("key `{}` is given twice", key.name)));
    }
    *slot = Some(value);
    Ok(())
}

impl<'p> Key<'p> {
    fn parse(input: ParseStream<'p>, keys: Keys) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            let known = list(keys.known);
            let name = keys.attribute;
            let text = match habits::instead_of_text(name) {
                Some(instead) if input.peek(LitStr) => {
                    format!("expected a key; {instead}")
                }
                _ => format!("expected a key; `{name}` takes {known}"),
            };
            return Err(input.error(text));
        }
        let ident = Ident::parse_any(input)?;
        Ok(Self {
            name: ident.unraw().to_string(),
            ident,
            input,
            keys,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn span(&self) -> Span {
        self.ident.span()
    }

    pub(crate) fn error(&self, text: String) -> syn::Error {
        syn::Error::new(self.ident.span(), text)
    }

    /// Returns the error for a key that its attribute does not have.
    pub(crate) fn unknown_key(&self) -> syn::Error {
        let (name, Keys { attribute, known }) = (&self.name, self.keys);
        let elsewhere = ALL
            .iter()
            .filter(|_| ALL.iter().any(|ours| ours.attribute == attribute))
            .find(|other| other.attribute != attribute && other.known.contains(&name.as_str()));
        if name == SCOPED && known.contains(&SCOPE) {
            return self.error(format!(
                "unknown key `{name}`; it belongs to the whole block: `#[{TOOL_GROUP}(…, {name})]` makes an item without \
                 `{SCOPE}` an error"
            ));
        }
        if let Some(instead) = habits::instead_of_key(attribute, name) {
            return self.error(format!("unknown key `{name}`; {instead}"));
        }
        self.error(match (nearest(name, known), elsewhere) {
            (Some(meant), _) => format!("unknown key `{name}`; did you mean `{meant}`?"),
            (None, Some(other)) => format!(
                "unknown key `{name}`; it belongs into `#[{}(…)]`",
                other.attribute
            ),
            (None, None) => {
                format!("unknown key `{name}`; `{attribute}` takes {}", list(known))
            }
        })
    }

    /// Parses `key = "text"`.
    pub(crate) fn text(&self) -> syn::Result<LitStr> {
        self.expect_value("\"…\"")?;
        if !self.input.peek(LitStr) {
            let text = format!("`{}` takes a string literal: `{0} = \"…\"`", self.name);
            return Err(self.input.error(text));
        }
        self.input.parse()
    }

    /// Parses `key = "5s"`.
    pub(crate) fn duration(&self) -> syn::Result<Duration> {
        self.expect_value("\"5s\"")?;
        if !self.input.peek(LitStr) {
            let text = format!("`{}` takes a time: `{0} = \"5s\"`", self.name);
            return Err(self.input.error(text));
        }
        duration(&self.input.parse()?)
    }

    /// Parses `key = "5s"`, or `key = self.field`.
    pub(crate) fn delay(&self) -> syn::Result<RetryAfter> {
        if self.has_value() && self.input.peek2(Token![self]) {
            self.input.parse::<Token![=]>()?;
            self.input.parse::<Token![self]>()?;
            self.input.parse::<Token![.]>()?;
            return Ok(RetryAfter::Field(self.input.parse()?));
        }
        Ok(RetryAfter::Fixed(self.duration()?))
    }

    /// Parses `key = "text"`, or an expression that evaluates to a text.
    pub(crate) fn text_expr(&self) -> syn::Result<Expr> {
        let value = self.expr()?;
        match &value {
            Expr::Lit(literal) if !matches!(literal.lit, Lit::Str(_)) => {
                let text = format!("`{}` takes a text: `{0} = \"…\"`", self.name);
                Err(syn::Error::new_spanned(value, text))
            }
            _ => Ok(value),
        }
    }

    /// Parses `key = expr`.
    pub(crate) fn expr(&self) -> syn::Result<Expr> {
        self.expect_value("…")?;
        self.input.parse()
    }

    /// Parses `key = make()`, an expression whose type has no literals.
    pub(crate) fn constructor_expr(&self, (what, form): (&str, &str)) -> syn::Result<Expr> {
        let value = self.expr()?;
        if let Expr::Lit(literal) = &value {
            let text = format!("`{}` takes {what}: `{0} = {form}`", self.name);
            return Err(syn::Error::new_spanned(literal, text));
        }
        Ok(value)
    }

    /// Parses `key = -0.5` into the optional sign and the literal.
    pub(crate) fn number(&self, form: &str) -> syn::Result<(Option<Token![-]>, Lit)> {
        self.expect_value("1")?;
        let minus = self.input.parse()?;
        if !self.input.peek(LitInt) && !self.input.peek(LitFloat) {
            let text = format!("`{}` takes {form}: `{0} = 1`", self.name);
            return Err(self.input.error(text));
        }
        Ok((minus, self.input.parse()?))
    }

    /// Parses `key = path`.
    pub(crate) fn path(&self) -> syn::Result<Path> {
        self.expect_value("path")?;
        if self.input.peek(LitStr) {
            let text = format!("`{}` takes a path without quotes: `{0} = path`", self.name);
            return Err(self.input.error(text));
        }
        self.input.call(Path::parse_mod_style)
    }

    /// Parses `key = Type`.
    pub(crate) fn ty(&self) -> syn::Result<Type> {
        self.expect_value("Type")?;
        if self.input.peek(LitStr) {
            let text = format!("`{}` takes a type without quotes: `{0} = Type`", self.name);
            return Err(self.input.error(text));
        }
        self.input.parse()
    }

    /// Parses `key`, `key = true` or `key = false`.
    pub(crate) fn flag(&self) -> syn::Result<Flag> {
        let mut on = true;
        let text = format!("`{}` is a flag: write `{0}` or `{0} = false`", self.name);
        if self.input.peek(token::Paren) {
            return Err(self.input.error(text));
        }
        if self.has_value() {
            self.expect_value("false")?;
            if !self.input.peek(LitBool) {
                return Err(self.input.error(text));
            }
            on = self.input.parse::<LitBool>()?.value;
        }
        Ok(Flag {
            on,
            span: self.ident.span(),
        })
    }

    /// Parses `key("a", "b")`. Errors show `form` as an example of the content.
    pub(crate) fn texts(&self, form: &str) -> syn::Result<Vec<LitStr>> {
        let texts = self.parentheses(form, |content| {
            let mut texts: Vec<LitStr> = Vec::new();
            while !content.is_empty() {
                if !content.peek(LitStr) {
                    let text = format!("`{}` takes string literals: `{0}({form})`", self.name);
                    return Err(content.error(text));
                }
                texts.push(content.parse()?);
                if !content.is_empty() {
                    content.parse::<Token![,]>()?;
                }
            }
            Ok(texts)
        })?;
        if texts.is_empty() {
            return Err(self.error(format!("`{}` is empty: write `{0}({form})`", self.name)));
        }
        Ok(texts)
    }

    /// Parses `key(expr, expr)`. Errors show `form` as an example of the content.
    pub(crate) fn exprs(&self, form: &str) -> syn::Result<Vec<Expr>> {
        let exprs = self.parentheses(form, Punctuated::<Expr, Token![,]>::parse_terminated)?;
        if exprs.is_empty() {
            return Err(self.error(format!("`{}` is empty: write `{0}({form})`", self.name)));
        }
        Ok(exprs.into_iter().collect())
    }

    /// Parses `key(…)` and returns the content as tokens.
    pub(crate) fn group(&self, form: &str) -> syn::Result<TokenStream> {
        self.parentheses(form, parse_all)
    }

    /// Parses `key(…)`, with `read` for the content.
    pub(crate) fn parentheses<T>(
        &self,
        form: &str,
        read: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<T> {
        if !self.input.peek(token::Paren) {
            let name = &self.name;
            return Err(self.error(format!(
                "`{name}` takes its value in parentheses: `{name}({form})`"
            )));
        }
        let content;
        parenthesized!(content in self.input);
        let value = read(&content);
        if value.is_err() {
            // The rest of the content would be reported as a second error.
            content.parse::<TokenStream>()?;
        }
        value
    }

    fn expect_value(&self, form: &str) -> syn::Result<()> {
        let error = || {
            let name = &self.name;
            self.error(format!("`{name}` takes a value: `{name} = {form}`"))
        };
        if !self.has_value() {
            return Err(error());
        }
        self.input.parse::<Token![=]>()?;
        // syn places an error at the end of the input at the whole attribute.
        if self.input.is_empty() || self.input.peek(Token![,]) {
            return Err(error());
        }
        Ok(())
    }

    fn expect_end(&self) -> syn::Result<()> {
        if self.input.is_empty() || self.input.peek(Token![,]) {
            return Ok(());
        }
        let has_value = self.has_value() || self.input.peek(token::Paren);
        let text = if has_value {
            format!(
                "`{}` takes no value of this form: write `{0}` or `{0} = …`",
                self.name
            )
        } else {
            format!("expected `,` after `{}`", self.name)
        };
        Err(self.input.error(text))
    }
}

fn parse_all(content: ParseStream<'_>) -> syn::Result<TokenStream> {
    content.parse()
}

#[cfg(test)]
mod tests;
